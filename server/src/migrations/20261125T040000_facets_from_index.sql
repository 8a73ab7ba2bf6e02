-- outside a transaction
-- What the counts beside the filters read of a sample, without the documents between it in the table.
drop index concurrently if exists mentor_search_counted;
create index concurrently mentor_search_counted on mentor_search (sample)
  include (hourly_rate, rating, next_available_at, free_quarters, languages, location);
drop index concurrently if exists mentor_search_sample;
