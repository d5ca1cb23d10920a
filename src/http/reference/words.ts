// What the page of the reference says about the reader's keys. The script shows one of these at a time.
import type { Language } from '../guides/catalogue.ts'

interface KeyWords {
  label: string
  signedOut: string
  signIn: string
  liveOnly: string
  noTest: string
  noRole: string
  ready: string
  make: string
  made: string
  forget: string
  failed: string
  keysPage: string
  unbuilt: string
}

export const KEY_WORDS: Record<Language, KeyWords> = {
  pt: {
    label: 'Suas chaves de teste',
    signedOut: 'Entre no painel para ver os exemplos com a sua chave pública de teste.',
    signIn: 'Entrar',
    liveOnly:
      'Suas contas aqui são de produção. Por isso os exemplos não levam chaves, e nada se envia desta página: enviar moveria dinheiro de verdade.',
    noTest:
      'Suas contas aqui são de produção, e desta página nada se envia com elas. Crie um par: ele é da conta de teste, ao lado da sua, que é aberta se ainda não existe.',
    noRole: 'Seu papel na conta não vê chaves. Peça um par de teste a quem é dono ou desenvolvedor dela.',
    ready:
      'Os exemplos usam a sua chave pública de teste. A privada não fica guardada; para testar daqui, crie um par.',
    make: 'Criar um par de teste para estas páginas',
    made: 'Os exemplos e o teste usam um par criado para estas páginas. Ele fica só nesta aba e vale um dia.',
    forget: 'Esquecer o par',
    failed: 'O gateway não criou o par. Confirme sua identidade no painel, ou crie o par lá.',
    keysPage: 'Chaves no painel',
    unbuilt: 'A referência ainda não foi construída neste gateway. A descrição completa está em /openapi.json.',
  },
  en: {
    label: 'Your test keys',
    signedOut: 'Sign in to the panel to see the samples with your own public test key.',
    signIn: 'Sign in',
    liveOnly:
      'Your accounts here are live ones. So the samples carry no keys, and nothing is sent from this page: it would move real money.',
    noTest:
      'Your accounts here are live ones, and nothing is sent with them from this page. Make a pair: it is of the test account beside yours, which is opened if there is none yet.',
    noRole: 'Your role in the account sees no keys. Ask its owner or a developer for a test pair.',
    ready: 'The samples use your public test key. The private one is stored nowhere; to try from here, make a pair.',
    make: 'Make a test pair for these pages',
    made: 'Samples and tries use a pair that was made for these pages. It stays in this tab and is good for a day.',
    forget: 'Forget the pair',
    failed: 'The gateway made no pair. Confirm your identity in the panel, or make the pair there.',
    keysPage: 'Keys in the panel',
    unbuilt: 'The reference has not been built at this gateway yet. The whole description is in /openapi.json.',
  },
}
