import { DynamicModule, Global, Module, Type } from '@nestjs/common';
import { ConfigurationError, FileServiceEnvironment } from '@stoa/config';
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

/** @throws ConfigurationError if the S3 store has no bucket */
export function createFileStore(environment: FileServiceEnvironment): FileStore {
  if (environment.STOA_UPLOAD_STORE === 'local') return new LocalFileStore(environment.STOA_UPLOAD_DIRECTORY);
  const given = (value: string): string | undefined => (value === 'none' ? undefined : value);
  const bucket = given(environment.STOA_UPLOAD_S3_BUCKET);
  if (bucket === undefined) throw new ConfigurationError('STOA_UPLOAD_S3_BUCKET: must be set for the s3 store');
  const accessKeyId = given(environment.STOA_UPLOAD_S3_ACCESS_KEY_ID);
  const secretAccessKey = given(environment.STOA_UPLOAD_S3_SECRET_ACCESS_KEY);
  return new S3FileStore({
    bucket,
    region: environment.STOA_UPLOAD_S3_REGION,
    endpoint: given(environment.STOA_UPLOAD_S3_ENDPOINT),
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  });
}
