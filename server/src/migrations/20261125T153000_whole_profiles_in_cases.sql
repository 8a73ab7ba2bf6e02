-- A reported profile is kept with all that others see of it, also that of a mentee: what was reported may be the picture.
create or replace function case_of_ticket() returns trigger language plpgsql as $$
declare
  reported jsonb;
begin
  if new.context ->> 'kind' = 'profile' then
    select jsonb_build_object(
        'jobTitle', coalesce(profile.job_title, ''), 'firmName', coalesce(profile.firm_name, ''),
        'bio', coalesce(profile.bio, ''), 'expertise', coalesce(to_jsonb(profile.expertise), '[]'::jsonb),
        'shortBio', profile.short_bio, 'about', account.about, 'interests', to_jsonb(account.interests),
        'profileImageUrl', account.profile_image_url)
      into reported
      from account left join mentor_profile as profile on profile.account_id = account.id
      where account.id = new.accused_id;
  end if;
  -- One that was closed elsewhere, of a demo or an import, is decided already.
  insert into moderation_case
      (id, kind, ticket_id, subject_id, raiser_id, created_at, due_at, profile, status, decided_at, decided_by, text)
    values (new.id,
      case when new.raised_by is null then 'late_answers'
        when new.context ->> 'kind' = 'review' then 'review' else 'ticket' end,
      new.id, new.accused_id, new.raised_by, new.created_at,
      new.created_at + case when new.is_harassment then interval '24 hours' else interval '30 days' end,
      reported,
      case new.status when 'open' then 'open' else 'decided' end,
      case when new.status <> 'open' then coalesce(new.decided_at, new.created_at) end,
      new.decided_by,
      coalesce(new.note, ''));
  return null;
end $$;
