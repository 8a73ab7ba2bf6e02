-- Name, title and organisation of a mentor before a change of which moderators are about to hear; null where they know.
alter table mentor_profile add column known_as text;
