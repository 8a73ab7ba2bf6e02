-- A NOTIFY makes its transaction's commit wait for every other such commit, flush of the log included. Jobs are added by
-- this instead: graphile_worker's own function, which finds a pg_notify here that says nothing. Who has added some
-- tells the workers after the commit; should that be lost, they look every two seconds anyway.
create schema unannounced;
create function unannounced.pg_notify(channel text, payload text) returns void language sql as 'select';

create function queue_jobs(identifier text, payloads json, job_key text, run_at timestamptz) returns void
language plpgsql set search_path = unannounced, pg_catalog, public as $$
begin
  perform graphile_worker.add_jobs(array(
    select (queue_jobs.identifier, payload, null, queue_jobs.run_at, null, queue_jobs.job_key, null, null)::graphile_worker.job_spec
    from json_array_elements(payloads) as given (payload)));
end $$;
