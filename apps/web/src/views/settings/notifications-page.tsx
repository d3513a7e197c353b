import type { UserSettingName } from '@stoa/contracts/users';
import { ts } from '../../strings/settings-strings';
import { Problem } from '../../ui/problem';
import { ChannelExceptions } from './channel-notifications';
import { DesktopState } from './desktop-state';
import { NOTIFICATION_TABLE, type TableRow, WAYS, type Way } from './notification-table';
import { OwnSections, useOwnSetting, type SettingsOwner } from './own-settings';
import { Block } from './parts';
import { NOTIFICATIONS } from './personal-sections';

interface CellProps {
  name: UserSettingName;
  row: TableRow['row'];
  way: Way;
  owner?: SettingsOwner;
}

function Cell({ name, row, way, owner }: CellProps) {
  const { value, change, saving } = useOwnSetting(name, owner);
  const label = ts('notifications.cell', { row: ts(`notifications.row.${row}`), way: ts(`notifications.way.${way}`) });
  return (
    <>
      <input
        type="checkbox"
        className="check"
        aria-label={label}
        checked={value === true}
        onChange={(event) => change(event.target.checked)}
      />
      <Problem text={saving.kind === 'failed' ? saving.text : undefined} />
    </>
  );
}

/** What one is told of, by which ways. */
export function NotificationTable({ owner }: { owner?: SettingsOwner }) {
  return (
    <div className="table-box">
      <table className="notification-table">
        <thead>
          <tr>
            <td />
            {WAYS.map((way) => (
              <th key={way} scope="col">
                {ts(`notifications.way.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_TABLE.map(({ row, settings }) => (
            <tr key={row}>
              <th scope="row">{ts(`notifications.row.${row}`)}</th>
              {WAYS.map((way) => {
                const name = settings[way];
                return <td key={way}>{name && <Cell name={name} row={row} way={way} owner={owner} />}</td>;
              })}
            </tr>
          ))}
          {owner === undefined && <ChannelExceptions />}
        </tbody>
      </table>
    </div>
  );
}

/** When and how one is told. */
export function NotificationsPage() {
  return (
    <>
      <Block title={ts('notifications.triggers')}>
        <NotificationTable />
      </Block>
      <DesktopState />
      <OwnSections sections={NOTIFICATIONS} />
    </>
  );
}
