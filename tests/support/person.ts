import { randomBytes } from 'node:crypto';
import { TestClient } from '@stoa/testing';

/** Somebody who exists for one test file only. */
export interface Person {
  userId: number;
  fullName: string;
  /** The real address; with the key it is what clients log in with. */
  email: string;
  password: string;
  apiKey: string;
  client: TestClient;
}

/** A text that no other test uses. */
export function unique(prefix: string): string {
  return `${prefix} ${randomBytes(5).toString('hex')}`;
}

/** A name that no other test uses, and an address made of it. */
export function uniqueName(firstName: string): { fullName: string; email: string } {
  const fullName = unique(firstName);
  return { fullName, email: `${fullName.toLowerCase().replaceAll(' ', '-')}@people.example` };
}
