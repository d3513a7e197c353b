-- Whoever writes a message writes its words, also with HTML that is the same but of another renderer: what words there are
-- is decided with it. A message that only gets another topic keeps the words of its content: moving
-- ten thousand messages does not parse them again.
CREATE OR REPLACE FUNCTION message_search_refresh() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.rendered_content IS DISTINCT FROM OLD.rendered_content
      OR NEW.renderer_version <> OLD.renderer_version OR OLD.search_vector IS NULL THEN
    NEW.search_vector := message_search_vector(NEW.topic, NEW.rendered_content);
  ELSIF NEW.topic IS DISTINCT FROM OLD.topic THEN
    NEW.search_vector := ts_filter(OLD.search_vector, '{d}')
      || setweight(message_search_words(translate(NEW.topic, '<>', '  ')), 'A');
  END IF;
  RETURN NEW;
END $$;
