import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import type { reserveUpload } from '@stoa/contracts/messages';

/** Bytes, and numbers of files that are to arrive in pieces and are not complete. */
export interface UploadSpace {
  /** Of complete files. */
  used: number;
  /** Null without one. */
  quota: number | null;
  /** Reserved by unfinished files of the whole organization. */
  reserved: number;
  /** Unfinished files of the user. */
  ownUploads: number;
  /** Reserved by them. */
  ownReserved: number;
}

type Refusal = RpcResponse<typeof reserveUpload>['refusal'];
type Asked = Pick<RpcRequest<typeof reserveUpload>, 'size' | 'mostUploads' | 'mostBytes'>;

/** Whether complete and unfinished files are more than an organization may have. */
export function isOverQuota({ used, reserved, quota }: Pick<UploadSpace, 'used' | 'reserved' | 'quota'>): boolean {
  return quota !== null && used + reserved > quota;
}

/**
 * Why a further file cannot begin. The quota comes first: it is what the user can ask an administrator about.
 * @returns null if it can
 */
export function refusalOfUpload(space: UploadSpace, { size, mostUploads, mostBytes }: Asked): Refusal {
  if (isOverQuota({ ...space, reserved: space.reserved + size })) return 'quota';
  if (space.ownUploads >= mostUploads) return 'uploads';
  return space.ownReserved + size > mostBytes ? 'bytes' : null;
}
