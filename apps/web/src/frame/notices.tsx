import { dismiss, notices } from '../client/notices';
import { useSlice } from '../store/store';
import { Button } from '../ui/button';

/** What people should know now, above everything else: problems at once, the rest when the reader pauses. */
export function Notices() {
  const shown = useSlice(notices, (all) => all);
  const draw = (kind: 'problem' | 'done') =>
    shown
      .filter((notice) => notice.kind === kind)
      .map(({ id, text, action }) => (
        <p key={id} data-kind={kind}>
          <span>{text}</span>
          {action && (
            <Button
              kind="quiet"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.text}
            </Button>
          )}
        </p>
      ));
  return (
    <div className="notices">
      <div role="alert">{draw('problem')}</div>
      <div role="status">{draw('done')}</div>
    </div>
  );
}
