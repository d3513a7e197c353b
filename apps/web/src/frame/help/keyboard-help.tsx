import { Fragment } from 'react';
import { hasSingleKeys } from '../../client/device-choices';
import { namesOfChord } from '../../client/key-names';
import { KEYS, type Key, type KeyGroup } from '../../client/keys';
import { useSlice } from '../../store/store';
import { tk } from '../../strings/keys-strings';
import { t } from '../../strings/strings';
import { Dialog } from '../../ui/dialog';
import './help.css';

const GROUPS: readonly KeyGroup[] = ['general', 'places', 'messages', 'writing', 'menus'];

function Chord({ chord }: { chord: string }) {
  return (
    <span className="chord">
      {namesOfChord(chord).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  );
}

function Row({ command, chords }: Key) {
  return (
    <tr>
      <th scope="row">{tk(`key.${command}`)}</th>
      <td>
        {chords.map((chord, position) => (
          <Fragment key={chord}>
            {position > 0 && <span className="chord-or"> {tk('help.or')} </span>}
            <Chord chord={chord} />
          </Fragment>
        ))}
      </td>
    </tr>
  );
}

function Group({ group }: { group: KeyGroup }) {
  const keys: readonly Key[] = KEYS;
  return (
    <table className="help-keys">
      <caption>{tk(`keys.${group}`)}</caption>
      <tbody>
        {keys
          .filter((key) => key.group === group)
          .map((key) => (
            <Row key={key.command} {...key} />
          ))}
      </tbody>
    </table>
  );
}

/** Every key, made of the map that the client listens by; and the switch for all that are single characters. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const areUsed = useSlice(hasSingleKeys, (value) => value);
  return (
    <Dialog title={t('help.keys')} description={tk('help.keysHint')} size="large" onClose={onClose}>
      <label className="help-switch">
        <input type="checkbox" checked={areUsed} onChange={(event) => hasSingleKeys.set(event.target.checked)} />
        {tk('help.singleKeys')}
      </label>
      <div className="help-groups">
        {GROUPS.map((group) => (
          <Group key={group} group={group} />
        ))}
      </div>
    </Dialog>
  );
}
