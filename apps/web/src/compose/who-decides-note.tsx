import { WhoHas } from '../parts/who-has';
import type { Decision } from './decision';

/** Names those who may what the writer may not; loaded where somebody would like to. */
export default function WhoDecidesNote({ decision: { value, href } }: { decision: Decision }) {
  return <WhoHas values={[value]} href={href} />;
}
