// Words of the pages that confirm something for the mailbox: an address, and a second factor.
import { defineWords } from '../../words/words.ts'

export const confirmWords = defineWords('confirm', {
  pt: {
    address: {
      title: 'Confirmar e-mail',
      text: 'Digite a senha que você escolheu no cadastro.',
      action: 'Confirmar e entrar',
      wrong:
        'Não é a senha escolhida no cadastro. Se não foi você que se cadastrou, feche esta página: nada foi criado.',
      void: 'Este link não vale mais. Cadastre-se de novo ou entre, se já tem acesso.',
      known: 'Este e-mail já tem acesso. É só entrar.',
      again: 'Criar conta',
      enter: 'Entrar',
    },
    factor: {
      title: 'Foi você?',
      text: 'Confirme só se foi você quem criou esta forma de entrar. Confirmada, ela continua valendo quando você criar uma nova senha por e-mail.',
      action: 'Fui eu, confirmar',
      notMe: 'Não fui eu: criar nova senha',
      doneTitle: 'Confirmado',
      passkey: 'A chave de acesso continua valendo quando você criar uma nova senha por e-mail.',
      app: 'O aplicativo autenticador continua valendo quando você criar uma nova senha por e-mail.',
      void: 'Este link não vale mais. Em Segurança você pede outro.',
      toSecurity: 'Ir para Segurança',
    },
  },
  en: {
    address: {
      title: 'Confirm your e-mail',
      text: 'Write the password that you chose when you registered.',
      action: 'Confirm and sign in',
      wrong:
        'This is not the password of the registration. If it was not you who registered, close this page: nothing was created.',
      void: 'This link is no longer valid. Register again, or sign in if you have access.',
      known: 'This e-mail has access already. Just sign in.',
      again: 'Create an account',
      enter: 'Sign in',
    },
    factor: {
      title: 'Was it you?',
      text: 'Confirm only if it was you who made this way in. It then stays when you set a new password by e-mail.',
      action: 'It was me, confirm',
      notMe: 'It was not me: set a new password',
      doneTitle: 'Confirmed',
      passkey: 'The passkey stays when you set a new password by e-mail.',
      app: 'The authenticator app stays when you set a new password by e-mail.',
      void: 'This link is no longer valid. Ask for another under Security.',
      toSecurity: 'Go to Security',
    },
  },
})
