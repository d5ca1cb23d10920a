// Words of proving who one is.
import { defineWords } from '../../words/words.ts'

export const stepUpWords = defineWords('proof', {
  pt: {
    code: { text: 'Digite o código de seis dígitos que o seu aplicativo autenticador mostra agora.', label: 'Código' },
    recoveryCode: {
      text: 'Use um dos códigos de recuperação que você guardou. Cada um vale uma só vez.',
      label: 'Código de recuperação',
    },
    passkey: { text: 'Use a chave de acesso deste aparelho: digital, rosto ou PIN.', action: 'Usar chave de acesso' },
    password: { text: 'Digite a senha com que você entra.', label: 'Senha' },
    other: {
      code: 'Usar o aplicativo autenticador',
      recoveryCode: 'Usar um código de recuperação',
      passkey: 'Usar uma chave de acesso',
      password: 'Usar a senha',
    },
    invalid: 'Preencha este campo.',
    wrong: {
      code: 'O código não confere, ou já foi usado. Confira a hora do aparelho e use o código atual.',
      recoveryCode: 'O código não confere, ou já foi usado.',
      passkey: 'Esta chave de acesso não foi reconhecida.',
      password: 'A senha não confere.',
    },
  },
  en: {
    code: { text: 'Enter the six-digit code that your authenticator app shows now.', label: 'Code' },
    recoveryCode: {
      text: 'Use one of the recovery codes you kept. Each works once.',
      label: 'Recovery code',
    },
    passkey: { text: 'Use the passkey of this device: finger, face or PIN.', action: 'Use a passkey' },
    password: { text: 'Enter the password that you sign in with.', label: 'Password' },
    other: {
      code: 'Use the authenticator app',
      recoveryCode: 'Use a recovery code',
      passkey: 'Use a passkey',
      password: 'Use the password',
    },
    invalid: 'Fill in this field.',
    wrong: {
      code: 'The code is not right, or was used before. Check the clock of your device and use the current code.',
      recoveryCode: 'The code is not right, or was used before.',
      passkey: 'This passkey was not recognised.',
      password: 'The password is not right.',
    },
  },
})
