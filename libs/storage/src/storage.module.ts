import { DynamicModule, Global, Module, Type } from '@nestjs/common';
import { FileServiceEnvironment, NONE } from '@stoa/config';
import { FileStore } from './file-store';
import { LocalFileStore } from './local-file-store';
import { S3FileStore } from './s3-file-store';

/** Gives every module of a service the {@link FileStore} that its environment names. */
@Global()
@Module({})
export class StorageModule {
  /** @param environment class of the service's environment, as it is provided */
  static with(environment: Type<FileServiceEnvironment>): DynamicModule {
    const provider = { provide: FileStore, inject: [environment], useFactory: createFileStore };
    return { module: StorageModule, providers: [provider], exports: [FileStore] };
  }
}

/** The store that a checked environment names. */
export function createFileStore(environment: FileServiceEnvironment): FileStore {
  if (environment.STOA_UPLOAD_STORE === 'local') return new LocalFileStore(environment.STOA_UPLOAD_DIRECTORY);
  const given = (value: string): string | undefined => (value === NONE ? undefined : value);
  const accessKeyId = given(environment.STOA_UPLOAD_S3_ACCESS_KEY_ID);
  const secretAccessKey = given(environment.STOA_UPLOAD_S3_SECRET_ACCESS_KEY);
  return new S3FileStore({
    bucket: environment.STOA_UPLOAD_S3_BUCKET,
    region: environment.STOA_UPLOAD_S3_REGION,
    endpoint: given(environment.STOA_UPLOAD_S3_ENDPOINT),
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  });
}
