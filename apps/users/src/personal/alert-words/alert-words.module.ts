import { Module } from '@nestjs/common';
import { AlertWordsHandler } from './alert-words.handler';
import { AlertWordsRepository } from './alert-words.repository';
import { AlertWordsService } from './alert-words.service';

@Module({ controllers: [AlertWordsHandler], providers: [AlertWordsRepository, AlertWordsService] })
export class AlertWordsModule {}
