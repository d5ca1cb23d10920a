// People: inviting and joining, the second factor of one's own, sessions, and the pages that letters lead to.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { DAY_MS } from '#kernel/time.ts'
import { register, signIn } from '../access/person.ts'
import { appOf } from '../access/totp.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { signUpBy, someAddress, tokenTo } from '../member/guests.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { heading, sayPassword } from './steps.ts'

describe('people', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  after(() => resources.disposeAsync())
  let gateway: TestGateway
  let browser: PanelBrowser
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
  })

  everyday('are invited by mail, sign up by its link, and see the account as their role may', async () => {
    const ana = await register(gateway)
    const email = someAddress()
    {
      await using visit = await browser.visit(gateway)
      await visit.signedIn(ana)
      const { page } = visit
      await visit.go('/equipe')
      await page.getByRole('button', { name: 'Convidar' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('E-mail').fill(email)
      await dialog.getByRole('radio', { name: 'Leitor' }).check()
      await axe(page)
      await dialog.getByRole('button', { name: 'Enviar convite' }).click()
      await appears(page.getByRole('region', { name: 'Convites em aberto' }).getByText(email))
      await axe(page)
      await fits(page)
    }
    await using guest = await browser.visit(gateway, { viewport: PHONE })
    const { page } = guest
    await guest.go(`/convite/${await tokenTo(gateway, email)}`)
    await appears(page.getByText('Ana Souza convidou você para a conta Ana Souza.'))
    await page.getByLabel('Seu nome').fill('Bia Convidada')
    await page.getByLabel('Senha', { exact: true }).fill('uma frase qualquer')
    await axe(page)
    await fits(page)
    await page.getByRole('button', { name: 'Criar acesso e aceitar' }).click()
    await page.getByRole('heading', { name: 'Olá, Bia' }).waitFor()
    await guest.go('/equipe')
    await appears(page.getByText('Só proprietários convidam pessoas e mudam papéis.'))
    assert.equal(await page.getByRole('button', { name: 'Convidar' }).count(), 0)
    await guest.go('/equipe/atividade?action=invitation.accepted')
    await appears(page.getByRole('list', { name: 'Registro de atividade' }).getByText('Aceitou um convite'))
    await axe(page)
    await fits(page)
  })

  slow('stay with one owner, who is offered neither another role nor to leave', async () => {
    const ana = await register(gateway)
    await using visit = await browser.visit(gateway)
    await visit.signedIn(ana)
    const { page } = visit
    await visit.go('/equipe')
    await appears(page.getByRole('main').getByText('Proprietário', { exact: true }))
    assert.equal(await page.getByLabel('Papel de Ana Souza').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Remover Ana Souza' }).count(), 0)
  })

  slow('take what was done home as a file', async () => {
    const ana = await register(gateway)
    await ana.call('POST', '/api/members/invitations', { email: someAddress(), role: 'READER' })
    const answer = await ana.call('GET', '/api/audit/export.csv?format=iso')
    assert.equal(answer.status, 200)
    const [head] = answer.text.split('\r\n')
    assert.equal(head, 'id,createdAt,actorKind,actorId,actorEmail,address,action,subject,subjectId,reason,detail')
    assert.match(answer.text, /,invitation\.sent,invitation,/)
  })

  everyday('set a second factor up, and sign in with its code', async () => {
    const ana = await register(gateway)
    await using visit = await browser.visit(gateway)
    await visit.signedIn(ana)
    const { page } = visit
    await visit.go('/seguranca')
    await appears(page.getByText('Chaves de acesso pertencem a um domínio'))
    await axe(page)
    await page.getByRole('button', { name: 'Ativar', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Senha atual').fill(ana.password)
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await dialog.getByRole('img', { name: 'Código QR' }).waitFor()
    const secret = await dialog.locator('code').innerText()
    const app = appOf(`otpauth://totp/x?secret=${secret}`)
    await dialog.getByLabel('Código de 6 dígitos').fill(app.code())
    await axe(page)
    await dialog.getByRole('button', { name: 'Confirmar código' }).click()
    const codes = page.getByRole('dialog', { name: 'Códigos de recuperação' })
    await codes.waitFor()
    assert.equal(await codes.getByRole('listitem').count(), 10)
    await page.emulateMedia({ media: 'print' })
    assert.deepEqual(
      await Promise.all(
        [codes.getByRole('listitem').last(), codes.getByText('Baixar'), page.locator('#panel')].map(one =>
          one.isVisible(),
        ),
      ),
      [true, false, false],
    )
    await page.emulateMedia({ media: null })
    const download = page.waitForEvent('download')
    await codes.getByRole('button', { name: 'Baixar' }).click()
    assert.match((await download).suggestedFilename(), /codigos/)
    await codes.getByRole('button', { name: 'Já guardei' }).click()
    await appears(page.getByText('Restam 10 códigos de recuperação.'))
    await page.getByRole('button', { name: /Ana Souza/ }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await sayPassword(page, ana)
    await page.getByRole('textbox', { name: 'Código' }).fill(app.code())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
  })

  slow('add, rename and remove a passkey where the panel has a name', async () => {
    const named = { url: gateway.url.replace('127.0.0.1', 'localhost'), db: gateway.db }
    const ana = await register(named)
    await using visit = await browser.visit(named)
    await visit.signedIn(ana)
    const { page } = visit
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
    const authenticator = { ...options, hasUserVerification: true, isUserVerified: true }
    await device.send('WebAuthn.addVirtualAuthenticator', { options: authenticator })
    await visit.go('/seguranca')
    await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
    await page.getByLabel('Nome (opcional)').fill('Celular')
    await page.getByRole('dialog').getByRole('button', { name: 'Criar chave de acesso' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
    await proof.locator('input[name=password]').fill(ana.password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Renomear Celular' }).click()
    await page.getByLabel('Nome', { exact: true }).fill('Notebook')
    await page.getByRole('dialog').getByRole('button', { name: 'Renomear' }).click()
    await page.getByRole('button', { name: 'Remover Notebook' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
    await appears(page.getByText('Nenhuma chave de acesso ainda.'))
  })

  slow('end another session of theirs', async () => {
    const ana = await register(gateway)
    const elsewhere = await signIn(gateway, ana)
    await using visit = await browser.visit(gateway, { viewport: PHONE })
    await visit.signedIn(ana)
    const { page } = visit
    await visit.go('/seguranca')
    await page.getByRole('button', { name: /^Encerrar a sessão/ }).click()
    await appears(page.getByText('Sessão encerrada.'))
    assert.equal((await elsewhere.call('GET', '/api/me')).status, 401)
    assert.equal((await ana.call('GET', '/api/me')).status, 200)
    await fits(page)
  })

  slow('set a forgotten password anew by the link of a mail', async () => {
    const ana = await register(gateway)
    await using visit = await browser.visit(gateway, { viewport: PHONE })
    const { page } = visit
    await visit.go('/entrar')
    await page.getByRole('link', { name: 'Esqueci a senha' }).click()
    await page.getByRole('heading', { name: 'Esqueci a senha' }).waitFor()
    await page.getByLabel('E-mail').fill(ana.email)
    await axe(page)
    await page.getByRole('button', { name: 'Enviar link' }).click()
    await page.getByRole('heading', { name: 'Confira o seu e-mail' }).waitFor()
    await visit.go(`/nova-senha?token=${await tokenTo(gateway, ana.email)}`)
    await page.getByLabel('Nova senha').fill('outra frase qualquer')
    await axe(page)
    await page.getByRole('button', { name: 'Salvar senha' }).click()
    await page.getByRole('heading', { name: 'Senha nova no lugar' }).waitFor()
    await signIn(gateway, { email: ana.email, password: 'outra frase qualquer' })
    assert.equal((await ana.call('GET', '/api/me')).status, 401)
  })

  slow('who come by an invitation that is no longer valid read what became of it, and where to go on', async () => {
    const ana = await register(gateway)
    const path = '/api/members/invitations'
    const invite = async () => {
      const email = someAddress()
      const { body } = await ana.call('POST', path, { email, role: 'READER' })
      return { email, id: body.id, token: await tokenTo(gateway, email) }
    }
    const [used, gone, late] = [await invite(), await invite(), await invite()]
    await signUpBy(gateway, used.token, used.email)
    assert.equal((await ana.call('DELETE', `${path}/${gone.id}`)).status, 204)
    gateway.advance(8 * DAY_MS)
    const reported: [string, string, RegExp][] = [
      [used.token, 'Este convite já foi usado', new RegExp(`à conta Ana Souza .* entrar com ${used.email}`)],
      [gone.token, 'Este convite foi cancelado', /fale com Ana Souza/],
      [late.token, 'Este convite venceu', new RegExp(`Peça a Ana Souza .* chega em ${late.email}`)],
      ['x'.repeat(43), 'Este link não vale mais', /o link do e-mail mais recente/],
    ]
    await using guest = await browser.visit(gateway, { viewport: PHONE })
    for (const [token, title, text] of reported) {
      await guest.go(`/convite/${token}`)
      await heading(guest.page, title)
      await appears(guest.page.getByText(text))
      await axe(guest.page)
      await fits(guest.page)
    }
    await guest.page.getByRole('link', { name: 'Entrar', exact: true }).click()
    await heading(guest.page, 'Entrar')
  })
})
