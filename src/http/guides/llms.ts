// The documentation as texts for language models: a list of what there is, and all of it in one file. English, as the document is. Pure.
import { GUIDES } from './catalogue.ts'
import type { Guide } from './library.ts'
import type { ListedOperation } from './operations.ts'

export interface TextSource {
  brand: string
  /** Where readers reach this gateway; '' leaves addresses relative. */
  baseUrl: string
  guides: readonly Guide[]
  operations: readonly ListedOperation[]
}

const ABOUT =
  'A self-hosted payment gateway for Brazil: sales by PIX, boleto, card and transfer, cashouts by PIX, recurring PIX, a hosted checkout, and signed notifications.'
const HABITS = [
  'Every request of a server carries the headers X-Api-Public-Key and X-Api-Private-Key. Keys that begin with pk_test_ move play money only.',
  'Sales are in integer cents; cashouts are in reais.',
  'Send Idempotency-Key with what moves money, and repeat a request whose answer was lost under the same key.',
  'A notification is verified over the raw bytes of its body before it is parsed.',
]

export function llmsText({ brand, baseUrl, guides, operations }: TextSource): string {
  const listed = guides.map(
    ({ name }) => `- [${GUIDES[name].en.title}](${baseUrl}/docs/en/${name}.md): ${GUIDES[name].en.about}`,
  )
  const calls = operations.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`)
  return `# ${brand}

> ${ABOUT}

${HABITS.map(one => `- ${one}`).join('\n')}

## Guides

${listed.join('\n')}

## API

- [OpenAPI 3.1](${baseUrl}/openapi.json): every operation with schemas, examples and refusals
- [Reference](${baseUrl}/docs/reference): the same for people
- [Postman collection](${baseUrl}/docs/porteira.postman_collection.json): the same to be tried
- SDKs and command line: \`npm install ${baseUrl}/docs/downloads/porteira-sdk.tgz\`, \`pip install ${baseUrl}/docs/downloads/porteira-python.tar.gz\`, \`${baseUrl}/docs/downloads/porteira-php.tar.gz\`, \`npx ${baseUrl}/docs/downloads/porteira-cli.tgz\`

## Operations

${calls.join('\n')}

## Optional

- [Everything in one file](${baseUrl}/llms-full.txt): the guides, and every operation with its examples
`
}

export function llmsFullText(source: TextSource): string {
  const guides = source.guides.map(({ markdown }) => markdown.trim())
  return [llmsText(source).trim(), ...guides, '# Operations', ...source.operations.map(operationText)].join('\n\n')
}

function operationText(operation: ListedOperation): string {
  const { method, path, operationId, summary, description, parameters, requestExample, responses } = operation
  const listed = parameters.map(
    ({ name, in: where, required, description: words }) =>
      `- \`${name}\` (${where}${required === true ? ', required' : ''})${words === undefined ? '' : `: ${words}`}`,
  )
  const answers = responses.map(({ status, description: words, example }) => {
    const isSuccess = status.startsWith('2') && example !== undefined
    return `- ${status}: ${words}${isSuccess ? ` \`${JSON.stringify(example)}\`` : ''}`
  })
  return [
    `## ${operationId}: ${method} ${path}`,
    `${summary}. ${description}`,
    ...(listed.length === 0 ? [] : [`Parameters:\n${listed.join('\n')}`]),
    ...(requestExample === undefined
      ? []
      : [`Body:\n\n\`\`\`json\n${JSON.stringify(requestExample, null, 2)}\n\`\`\``]),
    `Answers:\n${answers.join('\n')}`,
  ].join('\n\n')
}
