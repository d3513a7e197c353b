import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../http/extra-routes';
import { FileActors } from './actors';
import { AvatarRoutes } from './avatar-routes';
import { ExternalContentRoutes } from './external-content-routes';
import { FileRoutes } from './file-routes';
import { ImageHeader } from './image-header';
import { ResumableRoutes } from './resumable-routes';
import { ResumableStore } from './resumable-store';
import { StaticFiles } from './static-files';
import { TemporaryLinks } from './temporary-links';
import { Thumbnails } from './thumbnails';
import { UploadIntake } from './upload-intake';
import { UploadsController } from './uploads.controller';

/** Files in and out, also at addresses outside of the API. */
@Module({
  controllers: [UploadsController],
  providers: [
    AvatarRoutes,
    ExternalContentRoutes,
    FileActors,
    FileRoutes,
    ImageHeader,
    ResumableRoutes,
    ResumableStore,
    StaticFiles,
    TemporaryLinks,
    Thumbnails,
    UploadIntake,
  ],
  exports: [UploadIntake],
})
export class FilesModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly files: FileRoutes,
    private readonly avatars: AvatarRoutes,
    private readonly external: ExternalContentRoutes,
    private readonly resumable: ResumableRoutes,
  ) {}

  onModuleInit(): void {
    for (const set of [this.files, this.avatars, this.external, this.resumable]) this.routes.add(set);
  }
}
