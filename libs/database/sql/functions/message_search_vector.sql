-- What a search of messages looks at: the words of the content, and those of the topic with more weight.
CREATE OR REPLACE FUNCTION message_search_vector(p_topic text, p_rendered_content text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT message_search_words(p_rendered_content) || setweight(message_search_words(translate(p_topic, '<>', '  ')), 'A')
$$;
