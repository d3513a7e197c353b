import { Module } from '@nestjs/common';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { ArchiveWriter } from './archive-writer';
import { ExportDataRepository } from './export-data.repository';
import { ExportJob } from './export.job';
import { ExportsRepository } from './exports.repository';
import { ExportsService } from './exports.service';

@Module({
  imports: [UserChangesModule],
  providers: [ArchiveWriter, ExportDataRepository, ExportJob, ExportsRepository, ExportsService],
})
export class ExportsModule {}
