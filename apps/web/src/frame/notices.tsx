import { notices } from '../client/notices';
import { useSlice } from '../store/store';

/** What people should know now, above everything else. */
export function Notices() {
  const shown = useSlice(notices, (all) => all);
  return (
    <div className="notices" role="alert">
      {shown.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
