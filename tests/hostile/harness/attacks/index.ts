import type { Attack } from '../attack';
import { BODIES } from './bodies';
import { EDGE } from './edge';
import { FILES } from './files';
import { GUESSES } from './guesses';
import { hiddenNames } from './hidden-names';
import { LISTS } from './lists';
import { QUEUES } from './queues';
import { SECRETS } from './secrets';
import { TEXTS } from './texts';

export const ATTACKS: readonly Attack[] = [
  ...[...BODIES, ...TEXTS, ...LISTS, ...FILES],
  ...[...QUEUES, ...GUESSES, ...SECRETS, hiddenNames, ...EDGE],
];
