// Words of the allowed addresses.
import { defineWords } from '../../words/words.ts'

export const ipsWords = defineWords('ips', {
  pt: {
    title: 'IPs permitidos',
    description: 'De quais endereços as chaves da API podem ser usadas. O painel não é afetado.',
    none: 'Sem restrição',
    noneText: 'As chaves funcionam de qualquer endereço. Para mais segurança, permita só os servidores da sua loja.',
    list: 'Endereços na lista',
    here: 'você está aqui',
    yourAddress: 'Seu endereço agora: {{address}}',
    addYours: 'Adicionar meu endereço',
    address: 'Endereço IP',
    hint: 'IPv4 ou IPv6, um de cada vez, sem faixas.',
    add: 'Adicionar',
    remove: 'Tirar {{address}} da lista',
    malformed: 'Isto não parece um endereço IP. Exemplo: 203.0.113.9',
    twice: 'Este endereço já está na lista.',
    full: 'A lista vai até 20 endereços.',
    unsaved: 'Há mudanças que ainda não foram salvas.',
    undo: 'Desfazer',
    saved: 'Lista salva',
    confirmTitle: 'Confira antes de salvar',
    willLock:
      'Seu endereço atual ({{address}}) não está na lista. Chamadas à API feitas daqui serão recusadas assim que você salvar.',
    willNarrow:
      'A partir de agora, as chaves só funcionam dos endereços desta lista. Confira se todos os servidores da sua loja estão nela: quem ficar de fora para de vender.',
    willOpen: 'A lista ficará vazia: quem tiver uma chave poderá usá-la de qualquer lugar.',
    confirm: 'Salvar mesmo assim',
  },
  en: {
    title: 'Allowed IPs',
    description: 'From which addresses the API keys may be used. The panel is not affected.',
    none: 'No restriction',
    noneText: 'The keys work from any address. To be safer, allow only the servers of your shop.',
    list: 'Addresses in the list',
    here: 'you are here',
    yourAddress: 'Your address now: {{address}}',
    addYours: 'Add my address',
    address: 'IP address',
    hint: 'IPv4 or IPv6, one at a time, no ranges.',
    add: 'Add',
    remove: 'Take {{address}} off the list',
    malformed: 'This does not look like an IP address. Example: 203.0.113.9',
    twice: 'This address is in the list already.',
    full: 'The list holds up to 20 addresses.',
    unsaved: 'There are changes that are not saved yet.',
    undo: 'Undo',
    saved: 'List saved',
    confirmTitle: 'Check before saving',
    willLock:
      'Your current address ({{address}}) is not in the list. API calls from here will be refused as soon as you save.',
    willNarrow:
      'From now on the keys work only from the addresses in this list. Check that all servers of your shop are in it: whatever is left out stops selling.',
    willOpen: 'The list will be empty: whoever has a key can use it from anywhere.',
    confirm: 'Save anyway',
  },
})
