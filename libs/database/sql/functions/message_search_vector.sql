-- What a search of messages looks at: the words of the content, what its images are described with among them, and those
-- of the topic with more weight. Whom the content mentions by name, and not silently, is there as a word that no text has:
-- an at sign and the id.
CREATE OR REPLACE FUNCTION message_search_vector(p_topic text, p_rendered_content text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT message_search_words(CASE WHEN p_rendered_content LIKE '%class="inline-image"%'
      THEN regexp_replace(p_rendered_content, '<img alt="([^"]*)" (class="inline-image")', ' \1 <img \2', 'g')
      ELSE p_rendered_content END)
    || CASE WHEN p_rendered_content LIKE '%<span class="user-mention" data-user-id=%'
      THEN COALESCE((SELECT string_agg(DISTINCT quote_literal('@' || m.id[1]) || ':1', ' ')::tsvector
        FROM regexp_matches(p_rendered_content, '<span class="user-mention" data-user-id="(\d+)">', 'g') AS m(id)), '')
      ELSE '' END
    || setweight(message_search_words(translate(p_topic, '<>', '  ')), 'A')
$$;
