-- outside a transaction
drop index concurrently if exists mentor_search_response;
create index concurrently mentor_search_response on mentor_search ((coalesce(response_minutes, 2147483647)), mentor_id);
