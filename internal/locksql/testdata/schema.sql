-- The tables that the statements of shapes.tsv and of the generator run on: ROWS jobs, twice as many owners, in the
-- physical order ORDER. The same rows are there in every layout; indexes.sql adds what the indexed ones have.
CREATE TABLE jobs (id bigint, status text, prio int, grp int, nk bigint, pad text);
INSERT INTO jobs
SELECT g,
       CASE g % 5 WHEN 0 THEN 'ready' WHEN 1 THEN 'run' ELSE 'done' END,
       g * 7919 % 10,
       g * 31 % 4,
       CASE WHEN g % 3 <> 0 THEN g END,
       repeat('x', 60)
FROM generate_series(1, {rows}) g
ORDER BY {order};

CREATE TABLE owners (oid2 bigint, job_id bigint, name text);
INSERT INTO owners
SELECT g, g * 37 % {rows} + 1, CASE g % 2 WHEN 0 THEN 'a' ELSE 'b' END
FROM generate_series(1, 2 * {rows}) g
ORDER BY {order};

CREATE TABLE log (id bigint, ok text);

-- A predicate that costs more than a lock call.
CREATE FUNCTION slowpred(k bigint) RETURNS boolean LANGUAGE plpgsql STABLE COST 1000 AS
$$BEGIN RETURN k % 2 = 0; END$$;

-- The lock functions with their calls counted: pg_locks shows that a key is held, not how often. The planner sees the
-- properties of the originals.
CREATE SEQUENCE calls;
CREATE FUNCTION counted_lock(k bigint) RETURNS void LANGUAGE plpgsql VOLATILE STRICT PARALLEL RESTRICTED COST 1 AS
$$BEGIN PERFORM nextval('calls'); PERFORM pg_advisory_xact_lock(k); END$$;
CREATE FUNCTION counted_try_lock(k bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE STRICT PARALLEL RESTRICTED COST 1 AS
$$BEGIN PERFORM nextval('calls'); RETURN pg_try_advisory_xact_lock(k); END$$;
