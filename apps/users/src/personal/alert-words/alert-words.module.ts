import { Module } from '@nestjs/common';
import { AlertWordsRepository } from './alert-words.repository';
import { AlertWordsService } from './alert-words.service';

@Module({ providers: [AlertWordsRepository, AlertWordsService] })
export class AlertWordsModule {}
