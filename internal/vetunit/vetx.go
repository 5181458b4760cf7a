package vetunit

import (
	"encoding/binary"
	"fmt"
	"os"
)

// A vetx is the content of a file by which a package tells its importers of itself, in the format of unitchecker of the
// version of golang.org/x/tools that this program is built with.
type vetx struct {
	types []byte // as gcexportdata writes them, without the first byte; empty if they are left to the compiler
	facts []byte
}

const (
	vetxMagic  = "vetx"
	vetxHeader = len(vetxMagic) + 4 + 4 // and the lengths of types and facts
)

func readVetx(file string) (vetx, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return vetx{}, err
	}
	if len(data) < vetxHeader || string(data[:len(vetxMagic)]) != vetxMagic {
		return vetx{}, fmt.Errorf("%s is no vetx file", file)
	}
	types := uint64(binary.LittleEndian.Uint32(data[4:]))
	facts := uint64(binary.LittleEndian.Uint32(data[8:]))
	data = data[vetxHeader:]
	if types+facts > uint64(len(data)) {
		return vetx{}, fmt.Errorf("%s is cut off", file)
	}
	return vetx{types: data[:types], facts: data[types : types+facts]}, nil
}

func (v vetx) write(file string) error {
	data := make([]byte, 0, vetxHeader+len(v.types)+len(v.facts))
	data = append(data, vetxMagic...)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(v.types)))
	data = binary.LittleEndian.AppendUint32(data, uint32(len(v.facts)))
	data = append(append(data, v.types...), v.facts...)
	return os.WriteFile(file, data, 0o666)
}
