import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/errors';
import { GatewayEnvironment } from '../gateway-environment';

const LIFE_MS = 60_000;
const HASH_BYTES = 32;

/** Addresses of files that work for a minute without credentials (messages.md 15). Any replica can check them. */
@Injectable()
export class TemporaryLinks {
  constructor(private readonly environment: GatewayEnvironment) {}

  /** @param pathId what follows /user_uploads/ in the file's address */
  urlOf(pathId: string): string {
    const payload = Buffer.from(JSON.stringify([pathId, Date.now() + LIFE_MS]));
    const token = Buffer.concat([this.sign(payload), payload]).toString('base64url');
    return `/user_uploads/temporary/${token}/${fileNameOf(pathId)}`;
  }

  /** @returns the file's path. @throws DomainError `Invalid token`, `Invalid filename` */
  resolve(token: string, fileName: string): string {
    const bytes = Buffer.from(token, 'base64url');
    const payload = bytes.subarray(HASH_BYTES);
    const signature = bytes.subarray(0, HASH_BYTES);
    if (signature.length < HASH_BYTES || !timingSafeEqual(signature, this.sign(payload))) {
      throw badRequest('Invalid token');
    }
    const [pathId, endsAt]: [string, number] = JSON.parse(payload.toString());
    if (Date.now() > endsAt) throw badRequest('Invalid token');
    if (fileName !== fileNameOf(pathId)) throw badRequest('Invalid filename');
    return pathId;
  }

  /** The same secret as for keys, for a purpose of its own. */
  private sign(payload: Buffer): Buffer {
    return createHmac('sha256', this.environment.STOA_API_KEY_SECRET)
      .update('temporary-link\n')
      .update(payload)
      .digest();
  }
}

function fileNameOf(pathId: string): string {
  return pathId.slice(pathId.lastIndexOf('/') + 1);
}
