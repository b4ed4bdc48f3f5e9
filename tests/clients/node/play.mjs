// Plays cases with an SDK: reads one case a line from stdin and prints one report a line.
// ../src/cases.rs describes both.
import { createInterface } from 'node:readline';

/** Returns the capabilities that a client of this kind declares. */
export function declared(kind) {
  const elicitation = { empty: {}, form: { form: {} }, url: { url: {} }, both: { form: {}, url: {} } }[kind];
  return elicitation ? { elicitation } : {};
}

/** Fills a form of one yes-or-no field. Any other form is an error. */
function filled(schema, agrees) {
  const fields = Object.entries(schema.properties);
  if (fields.length !== 1 || fields[0][1].type !== 'boolean') {
    throw new Error(`not one yes-or-no field: ${JSON.stringify(schema)}`);
  }
  return { [fields[0][0]]: agrees };
}

/** Answers questions as a case says, and keeps them. */
class Person {
  questions = [];

  constructor(answer) {
    this.answer = answer;
  }

  asked({ params }) {
    this.questions.push(params.message);
    if (this.answer === 'decline' || this.answer === 'cancel') return { action: this.answer };
    return { action: 'accept', content: filled(params.requestedSchema, this.answer === 'yes') };
  }
}

async function play(connect, case_) {
  const person = new Person(case_.answer);
  const { client, revision } = await connect(case_, (request) => person.asked(request));
  try {
    let codes = 0;
    let input = case_.arguments;
    for (;;) {
      const reply = await client.callTool({ name: case_.tool, arguments: input });
      const code = reply.structuredContent?.confirmation;
      if (code === undefined || codes > 0 || !case_.use_code) {
        return { revision: revision(), questions: person.questions, codes, reply };
      }
      input = { ...input, confirmation: code };
      codes += 1;
    }
  } finally {
    await client.close();
  }
}

/** Plays every case of stdin. `connect` opens a client for one. */
export async function main(name, connect) {
  for await (const line of createInterface({ input: process.stdin })) {
    let report;
    try {
      report = await play(connect, JSON.parse(line));
    } catch (error) {
      report = { error: String(error.stack ?? error) };
    }
    console.log(JSON.stringify({ client: name, ...report }));
  }
}
