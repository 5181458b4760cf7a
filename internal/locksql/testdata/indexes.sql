-- What the indexed layouts have on top of schema.sql.
ALTER TABLE jobs ADD PRIMARY KEY (id);
CREATE INDEX ON jobs (status);
CREATE INDEX ON jobs (prio, id);
CREATE INDEX ON owners (job_id);
