-- All words of the query, anywhere; what is an operator or markup elsewhere only separates them. Empty without any word,
-- and then nothing matches.
CREATE OR REPLACE FUNCTION message_search_query(p_text text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT COALESCE(string_agg(quote_literal(lexeme), ' & '), '')::tsquery
    FROM unnest(message_search_words(translate(p_text, '<>&', '   ')))
$$;
