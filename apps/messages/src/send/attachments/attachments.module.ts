import { Module } from '@nestjs/common';
import { AttachmentAccess } from './attachment-access';
import { AttachmentClaims } from './attachment-claims';
import { AttachmentCleanupJob } from './attachment-cleanup.job';
import { AttachmentsRepository } from './attachments.repository';
import { AttachmentsService } from './attachments.service';
import { OpenUploadsRepository } from './open-uploads.repository';
import { UploadsService } from './uploads.service';

/** Files that messages refer to; their bytes are in the file store. */
@Module({
  providers: [
    AttachmentAccess,
    AttachmentClaims,
    AttachmentCleanupJob,
    AttachmentsRepository,
    AttachmentsService,
    OpenUploadsRepository,
    UploadsService,
  ],
  exports: [AttachmentClaims],
})
export class AttachmentsModule {}
