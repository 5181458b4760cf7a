CREATE TABLE IF NOT EXISTS schema_migrations (version int PRIMARY KEY);

CREATE TABLE IF NOT EXISTS jobs (
	id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	state    text NOT NULL DEFAULT 'new',
	priority int NOT NULL DEFAULT 0
);

CREATE TABLE IF NOT EXISTS customers (
	id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	balance     numeric NOT NULL DEFAULT 0,
	merged      boolean NOT NULL DEFAULT false,
	invoiced_at timestamptz
);
