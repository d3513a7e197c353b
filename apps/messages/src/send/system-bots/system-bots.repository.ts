import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';

@Injectable()
export class SystemBotsRepository {
  constructor(private readonly database: Database) {}

  async internalRealmId(): Promise<number> {
    const [row] = await this.database.query<RowOf<'Realm', 'id'>>(
      'internal_realm',
      'SELECT id FROM realm WHERE is_internal',
    );
    if (!row) throw new Error('the installation has no internal organization');
    return row.id;
  }
}
