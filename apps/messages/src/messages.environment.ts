import { AccountServiceEnvironment } from '@stoa/config';

export class MessagesEnvironment extends AccountServiceEnvironment {}
