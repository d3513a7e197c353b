import type { Client, Connection, Submittable } from 'pg';

/** A result column as the server describes it. */
export interface ResultColumn {
  name: string;
  typeId: number;
  /** The table's column that it is, if it is one as it stands. */
  table: number;
  position: number;
}

interface RowDescription {
  fields: readonly { name: string; dataTypeID: number; tableID: number; columnID: number }[];
}

/** What a statement would give, without running it: it is parsed and planned as under a name. */
export async function describeStatement(client: Client, text: string): Promise<readonly ResultColumn[]> {
  return new Promise((resolve, reject) => client.query(new Description(text, resolve, reject)));
}

/** A query of the driver that sends Parse, Describe and Sync. */
class Description implements Submittable {
  private columns: readonly ResultColumn[] = [];

  constructor(
    private readonly text: string,
    private readonly resolve: (columns: readonly ResultColumn[]) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      typeId: dataTypeID,
      table: tableID,
      position: columnID,
    }));
  }

  /** The driver says nothing more to a query that failed. */
  handleError(error: Error): void {
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve(this.columns);
  }
}
