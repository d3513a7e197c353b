/** A delivery that is one event, and what it becomes. */
export interface EventFixture {
  /** As filters know it. */
  event: string;
  /** Value of the header that names what happened. */
  header: string;
  body: object;
  topic: string;
  /** How the message begins. */
  content: string;
}
