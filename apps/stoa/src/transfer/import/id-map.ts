import { ID_SPACES, IdSpace } from '../archive/tables';
import { IdBlock } from '../archive/id-block';

/** Old ids to new ones, of everything that records refer to. */
export class IdMap {
  readonly blocks: Readonly<Record<IdSpace, IdBlock>>;

  constructor() {
    const blocks = Object.fromEntries(ID_SPACES.map((space) => [space, new IdBlock()]));
    this.blocks = blocks as Record<IdSpace, IdBlock>;
  }

  newId(space: IdSpace, id: number): number | undefined {
    return this.blocks[space].newId(id);
  }
}
