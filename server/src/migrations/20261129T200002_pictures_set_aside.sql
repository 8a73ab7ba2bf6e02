-- The name under which a picture is kept that moderators removed: nothing is served under the one that was published.
-- Of such a one removed_at says when its files went. No foreign key: an account's pictures go together.
alter table picture add column moved_to text;
