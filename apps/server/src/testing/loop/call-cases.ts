/** The largest valid requests of every call of the contract. */
import { randomUUID } from 'node:crypto';
import { allCalls, limits } from '@alcove/contract';
import type { Call } from '@alcove/contract';
import { zipOf } from '../../search/zip.test-support.ts';
import { bodyOf, encodeFields } from '../client.ts';
import { fillings, largestRequest } from './largest-request.ts';
import type { WorstCase } from './worst-cases.test.ts';
import type { World } from './world.ts';

/** These calls delete what other cases need. */
const endings =
  /\.(logout|endSession|changePassword|remove|undoRemove|leave|leaveInnerSharing|dissolveGroup|clear\w*|remove\w+|restore\w+|end|move|requireFactor)$/;

/** One name far longer than allowed, and one of the maximum length. */
const shapes = [
  { what: 'the longest texts', filling: fillings['marks out of order']!, longestText: 4096 },
  ...Object.entries(fillings).map(([what, filling]) => ({ what, filling, longestText: limits.nameLength })),
];

/** A minimal set of distinct values. Calls that delete something come last. */
export function callCases(world: World): { usual: WorstCase[]; ending: WorstCase[] } {
  const [ending, usual] = [allCalls.filter(({ name }) => endings.test(name)), allCalls.filter(({ name }) => !endings.test(name))];
  return { usual: casesOf(usual, world), ending: casesOf(ending, world) };
}

function casesOf(some: readonly Call[], world: World): WorstCase[] {
  return some.flatMap((call) => {
    const known = new Set<string>();
    return shapes.flatMap(({ what, filling, longestText }) => {
      const fields = largestRequest(call, { filling, longestText, idsFor: (field) => world.idsFor(field, call.name) });
      const body = JSON.stringify(fields);
      if (known.has(body)) return [];
      known.add(body);
      return [{ name: `${call.name}: ${what}`, send: () => sent(world, call, fields) }];
    });
  });
}

async function sent(world: World, call: Call, fields: Record<string, unknown>): Promise<void> {
  const client = call.caller === 'administrator' ? world.administrator : world.person;
  const inAddress = call.fieldsIn === 'query';
  const { type, body } = bodyOf(call, call.fieldsIn === 'multipart' ? { ...fields, file: emptyList() } : fields);
  const answer = await client.send(call.method, inAddress ? `${call.path}?${encodeFields(fields)}` : call.path, {
    headers: { 'content-type': type, 'idempotency-key': call.changes === 'once' ? randomUUID() : '' },
    body,
  });
  await answer.arrayBuffer();
  if (answer.status === 401 && client === world.person) await world.person.signsIn();
  if (answer.status >= 500 && answer.status !== 503) world.faults.push(`${call.name}: ${answer.status}`);
}

const emptyList = (): File => new File([zipOf({ 'xl/workbook.xml': '<workbook/>' })], 'list.xlsx');
