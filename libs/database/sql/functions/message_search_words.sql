-- Without tags and entities, which the parser drops; angle brackets of a text that is no HTML are no tags.
CREATE OR REPLACE FUNCTION message_search_words(p_text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ts_delete(to_tsvector('pg_catalog.english'::regconfig, p_text), ARRAY['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i',
    'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z'])
$$;
