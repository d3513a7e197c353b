import { Injectable } from '@nestjs/common';
import { Database, lockUser } from '@stoa/database';
import { deviceUpdated } from './client-devices/client-device-change';
import { ClientDevicesRepository, ConfirmedToken } from './client-devices/client-devices.repository';
import type { NotifyAnswer, RelayUser, TokenKind } from '../relay/relay-requests';
import { TokenKind as Kind } from '../relay/relay-requests';
import type { ActiveDevice } from './active-devices.repository';
import { DevicesRepository } from './devices.repository';
import { TokensRepository } from './tokens.repository';

/** What a relay's answer names as gone. */
export type GoneDevices = Pick<NotifyAnswer, 'delete_device_ids' | 'delete_token_ids'>;

/** Removes what the relay reported as gone (push.md 8, push.md 3.4). */
@Injectable()
export class DevicePruning {
  constructor(
    private readonly database: Database,
    private readonly devicesTable: DevicesRepository,
    private readonly clientDevices: ClientDevicesRepository,
    private readonly tokensTable: TokensRepository,
  ) {}

  /**
   * Registrations of the first form go, and no event says so. A client's device only loses its token, and its user is
   * told: the client registers it anew.
   * @param addressed to whom the answer refers; one that was registered again in the meantime keeps its token
   * @returns those of the addressed that are gone
   */
  async devices(
    { id, realm }: Pick<RelayUser, 'id' | 'realm'>,
    addressed: readonly ActiveDevice[],
    { delete_device_ids: deviceIds = [], delete_token_ids: tokenIds = [] }: GoneDevices,
  ): Promise<ActiveDevice[]> {
    const gone = addressed.filter(({ address }) =>
      address.form === 'device'
        ? tokenIds.includes(address.tokenId)
        : deviceIds.some((deviceId) => deviceId === Number(address.relayDeviceId)),
    );
    if (gone.length === 0) return [];
    const relayDeviceIds = gone.flatMap(({ address }) =>
      address.form === 'account' ? [Number(address.relayDeviceId)] : [],
    );
    await this.database.write({ realmId: realm.id, partition: realm.partition }, [lockUser(id)], async (tx) => {
      if (relayDeviceIds.length > 0) await this.devicesTable.remove(tx, id, relayDeviceIds);
      for (const deviceId of await this.clientDevices.dropTokens(tx, gone.flatMap(confirmedToken))) {
        tx.emit(deviceUpdated(id, deviceId, { push_token_id: null }));
      }
    });
    return gone;
  }

  /** @param tokens one list of `deleted_devices` of the relay's answer */
  async tokens(
    { id, realm }: Pick<RelayUser, 'id' | 'realm'>,
    kind: TokenKind,
    tokens: readonly string[],
  ): Promise<void> {
    if (tokens.length === 0) return;
    const stored = kind === Kind.Apns ? tokens.map((token) => token.toLowerCase()) : tokens;
    await this.database.write({ realmId: realm.id, partition: realm.partition }, [lockUser(id)], (tx) =>
      this.tokensTable.remove(tx, id, kind, stored),
    );
  }
}

function confirmedToken({ keyOwner, address, registeredAt }: ActiveDevice): ConfirmedToken[] {
  if (address.form !== 'device' || !('clientDeviceId' in keyOwner) || registeredAt === null) return [];
  return [{ deviceId: keyOwner.clientDeviceId, tokenId: address.tokenId, registeredAt }];
}
