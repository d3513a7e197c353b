const WORDS =
  'a about above after again against all am an and any are as at b be because been before being below between ' +
  'both but by c can d did do does doing don down during e each f few for from further g h had has have having ' +
  'he her here hers herself him himself his how i if in into is it its itself j just k l m me more most my ' +
  'myself n no nor not now o of off on once only or other our ours ourselves out over own p q r s same she ' +
  'should so some such t than that the their theirs them themselves then there these they this those through to ' +
  'too u under until up v very w was we were what when where which while who whom why will with x y you your ' +
  'yours yourself yourselves z';

/**
 * Words that a search passes over, sorted: those of the English dictionary that makes a message's words, and single
 * letters (the SQL function `message_search_words`). Clients say so to who searches for one.
 */
export const SEARCH_STOP_WORDS: readonly string[] = WORDS.split(' ');
