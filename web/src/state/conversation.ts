// A conversation of tests/data/web, step by step; for the tests.
import type { Accepted, Command, Refused, ServerMessage } from '../model/protocol';

export type Said = Command & { id: string };
export type Heard = ServerMessage | Accepted<Command['do']> | Refused;

export interface StepHead {
  step: string; // what happens
  connect?: true; // the page connects, for the first time or again
  elsewhere?: true; // another page says it, while this one is away
  friend?: object | 'comes' | 'goes'; // another person, who says something, comes or goes
  disk?: 'full';
  await?: number; // how many messages come after the answer, when engines have thought
}

export interface Step extends StepHead {
  say?: Said;
  hear: Heard[];
}
