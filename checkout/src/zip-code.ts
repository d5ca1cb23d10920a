// A postal code that has been typed fills in what is known of its address. What the buyer has typed stays; whatever is not found out is
// typed by hand.
const TIMEOUT_MS = 2_000

/** The gateway's names of what is found, and the fields of the form. */
const FIELDS: Readonly<Record<string, string>> = { street: 'rua', district: 'bairro', city: 'cidade', state: 'uf' }

export function fillFromZipCode(main: HTMLElement): void {
  /** What the script has put there, which another code replaces. */
  const filled = new Map<string, string>()
  let last = ''

  async function fill(form: HTMLFormElement, zipCode: string): Promise<void> {
    const found = await lookUp(`${form.dataset.zipCodes}${zipCode}`)
    if (found === null || zipCode !== last) return
    for (const [key, name] of Object.entries(FIELDS)) {
      const field = form.elements.namedItem(name)
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
      if (field.value !== '' && field.value !== filled.get(name)) continue
      field.value = found[key] ?? ''
      filled.set(name, field.value)
    }
  }

  main.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'cep') return
    if (target.form?.dataset.zipCodes === undefined) return
    const zipCode = target.value.replace(/\D/g, '')
    if (zipCode === last) return
    last = zipCode
    if (zipCode.length === 8) void fill(target.form, zipCode)
  })
}

async function lookUp(address: string): Promise<Record<string, string> | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return answer.status === 200 ? await answer.json() : null
  } catch {
    return null
  }
}
