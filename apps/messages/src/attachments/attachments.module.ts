import { Module } from '@nestjs/common';
import { AttachmentAccess } from './attachment-access.service';
import { AttachmentClaims } from './attachment-claims.service';
import { AttachmentsRepository } from './attachments.repository';

/** Files that messages refer to; their bytes are in the file store. */
@Module({
  providers: [AttachmentAccess, AttachmentClaims, AttachmentsRepository],
  exports: [AttachmentClaims],
})
export class AttachmentsModule {}
