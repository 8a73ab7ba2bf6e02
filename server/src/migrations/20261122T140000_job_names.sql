-- Jobs that an earlier release has queued keep being done under the names that they have now. Absent in a new database.
do $$
declare renamed record;
begin
  if to_regclass('graphile_worker._private_tasks') is null then return; end if;
  for renamed in
    select * from (values
      ('mail:draw', 'mail:render'),
      ('enrollments:unwind', 'enrollments:terminate'),
      ('payments:compare', 'payments:reconcile'),
      ('enrollments:follow', 'enrollments:sweep'),
      ('search:follow-clock', 'search:refresh-availability')
    ) as names (old, new)
  loop
    update graphile_worker._private_tasks set identifier = renamed.new
    where identifier = renamed.old
      and not exists (select from graphile_worker._private_tasks where identifier = renamed.new);
  end loop;
end
$$;
