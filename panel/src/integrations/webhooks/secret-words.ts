// Words of a webhook's secret: shown once, and replaced.
import { defineWords } from '../../words/words.ts'

export const secretWords = defineWords('secrets', {
  pt: {
    secret: {
      title: 'Webhook criado',
      rotatedTitle: 'Segredo novo',
      warning:
        'Guarde o segredo agora. Com ele o seu servidor confere que a notificação é mesmo nossa, e ele não será mostrado de novo.',
      name: 'Segredo da assinatura',
      copy: 'Copiar o segredo',
      done: 'Já guardei o segredo',
      sdk: 'Pronto para conferir a assinatura',
      sdkText: 'Com o nosso SDK para Node.js. Deixe o segredo em uma variável de ambiente.',
      copySdk: 'Copiar o código',
    },
    rotation: {
      title: 'Segredo da assinatura',
      text: 'O segredo confirma que a notificação é nossa. Troque se ele vazou, ou de tempos em tempos.',
      unsigned: 'As notificações deste tipo não são assinadas.',
      action: 'Trocar o segredo',
      confirmTitle: 'Trocar o segredo?',
      confirm:
        'Por 24 horas os dois segredos assinam: o antigo no lugar de sempre e o novo ao lado. Você tem esse tempo para atualizar o seu servidor. Depois disso, só o novo vale.',
      confirmAgain: 'Já existe um segredo novo esperando. Se você trocar de novo, ele deixa de valer.',
      waiting: 'Um segredo novo já assina ao lado do antigo e fica sozinho a partir de {{at}}.',
      activate: 'Usar só o novo agora',
      activateTitle: 'Usar só o segredo novo?',
      activateText: 'O segredo antigo para de assinar na hora. Faça isso depois que o seu servidor já conhece o novo.',
      activated: 'Só o segredo novo vale agora',
    },
  },
  en: {
    secret: {
      title: 'Webhook created',
      rotatedTitle: 'New secret',
      warning:
        'Keep the secret now. With it your server checks that a notification is really ours, and it will not be shown again.',
      name: 'Signing secret',
      copy: 'Copy the secret',
      done: 'I have kept the secret',
      sdk: 'Ready to check the signature',
      sdkText: 'With our SDK for Node.js. Keep the secret in an environment variable.',
      copySdk: 'Copy the code',
    },
    rotation: {
      title: 'Signing secret',
      text: 'The secret proves that a notification is ours. Replace it if it leaked, or from time to time.',
      unsigned: 'Notifications of this type are not signed.',
      action: 'Replace the secret',
      confirmTitle: 'Replace the secret?',
      confirm:
        'For 24 hours both secrets sign: the old one in its usual place and the new one beside it. That is the time to update your server. After that, only the new one is valid.',
      confirmAgain: 'A new secret is waiting already. If you replace it again, that one stops being valid.',
      waiting: 'A new secret already signs beside the old one, and will sign alone from {{at}}.',
      activate: 'Use only the new one now',
      activateTitle: 'Use only the new secret?',
      activateText: 'The old secret stops signing at once. Do this when your server knows the new one.',
      activated: 'Only the new secret is valid now',
    },
  },
})
