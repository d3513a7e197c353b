import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module';
import { BotsController } from './bots.controller';

@Module({ imports: [ImagesModule], controllers: [BotsController] })
export class BotsModule {}
