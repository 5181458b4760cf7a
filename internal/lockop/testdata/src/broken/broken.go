package broken // want `^internal error of failing in package broken: something is wrong; not all of this package was checked, please report it$`

const lock = "SELECT pg_advisory_lock(1)"
