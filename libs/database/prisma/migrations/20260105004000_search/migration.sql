-- Keyword search (markdown.md 17). A message's vector holds its topic's words, with weight A, and those of its rendered
-- content. Both functions leave out what is no word of a search: the usual English list, and single letters.

-- Without tags and entities, which the parser drops; angle brackets of a text that is no HTML are no tags.
CREATE FUNCTION message_search_words(p_text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ts_delete(to_tsvector('pg_catalog.english'::regconfig, p_text), ARRAY['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i',
    'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z'])
$$;

CREATE FUNCTION message_search_vector(p_topic text, p_rendered_content text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT message_search_words(p_rendered_content) || setweight(message_search_words(translate(p_topic, '<>', '  ')), 'A')
$$;

-- All words of the query, anywhere; what is an operator or markup elsewhere only separates them. Empty without any word,
-- and then nothing matches.
CREATE FUNCTION message_search_query(p_text text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT COALESCE(string_agg(quote_literal(lexeme), ' & '), '')::tsquery
    FROM unnest(message_search_words(translate(p_text, '<>&', '   ')))
$$;

-- Whoever writes a message writes its words. A message that only gets another topic keeps the words of its content: moving
-- ten thousand messages does not parse them again.
CREATE FUNCTION message_search_refresh() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.rendered_content IS DISTINCT FROM OLD.rendered_content OR OLD.search_vector IS NULL THEN
    NEW.search_vector := message_search_vector(NEW.topic, NEW.rendered_content);
  ELSIF NEW.topic IS DISTINCT FROM OLD.topic THEN
    NEW.search_vector := ts_filter(OLD.search_vector, '{d}')
      || setweight(message_search_words(translate(NEW.topic, '<>', '  ')), 'A');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER message_search BEFORE INSERT OR UPDATE OF topic, rendered_content ON message
  FOR EACH ROW EXECUTE FUNCTION message_search_refresh();

UPDATE message SET search_vector = message_search_vector(topic, rendered_content);

-- What few messages of an organization have, newest first without looking at the others.
CREATE INDEX message_attachment_idx ON message (realm_id, id) WHERE has_attachment;
CREATE INDEX message_image_idx ON message (realm_id, id) WHERE has_image;
CREATE INDEX message_channel_wildcard_idx ON message (realm_id, id) WHERE channel_wildcard;
CREATE INDEX message_flag_mentioned_idx ON message_flag (user_id, message_id) WHERE bits & 28 <> 0;
CREATE INDEX message_flag_alerted_idx ON message_flag (user_id, message_id) WHERE bits & 32 <> 0;
