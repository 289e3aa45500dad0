import type { FindingId } from '../../../checks/index.ts';
import {
  changedFields,
  type FileKindNames,
  type FindingText,
  folderOf,
  lastLine,
  list,
  lookAt,
  minimumIn,
  nameOf,
  pathOf,
  TRIALS,
  type TrialNames,
  text,
  wholeSeconds,
} from '../text.ts';

const KINDS: FileKindNames = {
  link: '심볼릭 링크',
  directory: '디렉터리',
  special: '파이프, 소켓 또는 장치',
  outside: '실습 폴더 밖으로 나가는 길(경로의 폴더가 심볼릭 링크입니다)',
};

const TRIAL_NAMES: TrialNames = {
  ...TRIALS,
  'pods-text': 'pods: "4"(문자열)',
  'cpu-number': 'cpu: 2(숫자)',
  'pods-missing': 'pods 없음',
  'spec-missing': 'spec 없음',
  'status-right': '올바른 status',
};
const trial = (id: unknown): string => nameOf(TRIAL_NAMES, id);

const sources = ({ params }: { params: Record<string, unknown> }): string =>
  params.sourceReadable
    ? `report.json 값과 ${text(params.source)} 값이 서로 다릅니다.`
    : `${text(params.source)} 파일에 해당 값이 없어 비교할 수 없습니다.`;

const journal = (lines: unknown): string =>
  lastLine(lines) === '' ? '' : ` 마지막 저널 줄: ${lastLine(lines)}`;

const service = '`systemctl status cnpa-op` 명령으로 서비스의 상태와 마지막 출력을 확인하세요.';
const byHand =
  '`/root/cnpa-op/reconcile.sh` 파일을 직접 실행해 이 오브젝트에 대해 무엇을 출력하는지 읽어 보세요.';
const oldUid =
  '파일에 적힌 uid 가 지금 alpha 의 uid 와 다릅니다. 파일을 쓴 뒤에 alpha 를 다시 만든 것입니다.';
const nowUid =
  '`kubectl get teamspace alpha -o json` 명령으로 지금 값을 확인하세요. alpha 를 가리키는 파일은 모두 지금의 alpha 에서 다시 측정해야 합니다.';

export const findings: Record<FindingId, FindingText> = {
  'file-present': {
    title: '파일이 있는지',
    wrong: '파일이 없습니다.',
    hint: (finding) => `\`ls -l ${folderOf(finding)}\` 출력에서 파일 이름을 한 글자씩 비교해 보세요.`,
  },
  'file-readable': {
    title: '파일을 읽을 수 있는지',
    wrong: ({ params }) =>
      params.why === 'too-large'
        ? `파일 크기가 ${text(params.size)}바이트입니다. 최대 ${text(params.limit)}바이트까지만 읽습니다.`
        : params.why === 'unreadable'
          ? `파일을 읽을 수 없습니다: ${text(params.detail)}.`
          : `파일 자리에 다른 것이 있습니다: ${nameOf(KINDS, params.why)}.`,
    hint: (finding) =>
      `\`ls -l ${folderOf(finding)}\` 명령으로 그 자리에 무엇이 있는지 확인하세요. 적당한 크기의 일반 파일만 읽습니다.`,
  },
  'json-document': {
    title: '파일이 JSON 문서 하나인지',
    wrong: ({ params }) => {
      const near = params.near ? ` 근처: ${text(params.near)}` : '';
      switch (params.fault) {
        case 'empty':
          return '파일이 비어 있습니다.';
        case 'not-utf8':
          return '파일이 UTF-8 텍스트가 아닙니다.';
        case 'two-documents':
          return `여기서 두 번째 문서가 시작됩니다. 파일에는 문서가 하나만 있어야 합니다.${near}`;
        case 'not-a-number':
          return `${text(params.near)} 부분이 올바른 JSON 값이 아닙니다.`;
        case 'duplicate-key':
          return `${text(params.near)} 키가 파일에 두 번 나옵니다.`;
        case 'nested-too-deeply':
          return '문서가 너무 깊게 중첩되어 있습니다.';
        default:
          return `올바른 JSON 이 아닙니다.${near}`;
      }
    },
    hint: (finding) =>
      `\`cat -A ${pathOf(finding)}\` 명령으로 내용을 보세요. 셸 변수가 비어 있었거나, 새로 쓰지 않고 덧붙인 경우가 많습니다.`,
  },
  'json-key': {
    title: '모든 키가 있는지',
    wrong: ({ params }) =>
      `${text(params.key)} 키가 없습니다.${params.didYouMean ? ` 혹시 ${text(params.didYouMean)} 키를 그 뜻으로 쓰셨나요?` : ''}`,
    hint: (finding) =>
      `\`jq keys ${pathOf(finding)}\` 명령으로 키 목록을 확인하세요. 키가 없는 것과 값이 null 이나 false 인 것은 다릅니다.`,
  },
  'json-type': {
    title: '모든 값의 JSON 타입이 맞는지',
    wrong: ({ params }) => `값의 타입이 ${text(params.actualType)} 입니다.`,
    hint: (finding) =>
      finding.params.actualType === 'string' && finding.expected !== 'string'
        ? '따옴표 안에 있는 것은 문자열입니다. `jq --arg` 옵션은 항상 문자열을 만듭니다. JSON 값을 그대로 받는 옵션을 설명서에서 찾아 보세요.'
        : `\`jq 'map_values(type)' ${pathOf(finding)}\` 명령으로 값마다 타입을 확인하고, 단계에서 요구하는 타입과 비교하세요.`,
  },
  'json-value': {
    title: '모든 값의 형식이 맞는지',
    wrong: ({ params, expected }) => {
      if (params.unfilled) return '셸이 값으로 바꾸지 않은 셸 표현식이 그대로 적혀 있습니다.';
      if (expected === 'uid') return 'Kubernetes 가 부여하는 uid 형식이 아닙니다.';
      const minimum = minimumIn(expected);
      return minimum === undefined
        ? `값이 요구하는 형식(${text(expected)})에 맞지 않습니다.`
        : `값이 가능한 최솟값 ${minimum} 보다 작습니다.`;
    },
    hint: ({ params }) =>
      params.unfilled
        ? '같은 따옴표를 `echo` 명령에 써 보세요. 작은따옴표 안에서는 셸이 아무것도 바꾸지 않습니다.'
        : '오브젝트에서 직접 읽으세요. `kubectl get` 명령에 `-o json` 옵션을 주면 모든 필드가 나옵니다.',
  },
  'yaml-document': {
    title: '파일이 올바른 YAML 인지',
    wrong: ({ params }) =>
      params.fault === 'empty'
        ? '파일에 오브젝트가 없습니다.'
        : `YAML 을 읽을 수 없습니다(${text(params.fault)}).`,
    hint: (finding) =>
      `\`kubectl apply --dry-run=client -f ${pathOf(finding)}\` 명령이 잘못된 위치를 알려 줍니다. 대부분 들여쓰기 문제입니다.`,
  },
  'crd-exists': {
    title: 'CRD 가 등록되어 있는지',
    wrong: '클러스터에 이 CRD 가 없습니다.',
    hint: '`kubectl get crd` 명령으로 클러스터가 아는 타입을 확인하세요. 파일만으로는 등록되지 않습니다. API 서버에 전달되어야 합니다.',
  },
  'crd-established': {
    title: 'CRD 가 Established 상태인지',
    wrong: 'API 서버가 아직 이 타입을 제공하지 않습니다. Established 조건이 True 가 아닙니다.',
    hint: '`kubectl describe crd teamspaces.platform.labhub.io` 출력의 Conditions 에서 이유를 확인하세요.',
  },
  'crd-field': {
    title: 'CRD 의 그룹, scope, 이름',
    wrong: '이 필드가 단계에서 요구하는 값과 다릅니다.',
    hint: '`kubectl get crd teamspaces.platform.labhub.io -o yaml` 출력을 단계 설명과 비교하세요. scope 처럼 이미 있는 타입에서는 바꿀 수 없는 필드도 있습니다.',
  },
  'crd-version': {
    title: 'v1alpha1 이 제공되고 저장되는지',
    wrong: '제공(served)과 저장(storage)이 모두 켜진 v1alpha1 버전이 없습니다.',
    hint: '`kubectl explain crd.spec.versions` 명령으로 버전에 있는 필드의 뜻을 확인하세요.',
  },
  'crd-status-subresource': {
    title: 'v1alpha1 에 status 하위 리소스가 있는지',
    wrong:
      'v1alpha1 버전에 status 하위 리소스가 없습니다. 그러면 status 가 spec 과 함께 기록되어 2, 3, 7단계의 측정이 틀어집니다.',
    hint: '`kubectl explain crd.spec.versions.subresources` 명령으로 어느 위치에 두는지 확인하세요. 다른 깊이에 두면 아무 말 없이 무시됩니다.',
  },
  'schema-refuses': {
    title: '스키마가 잘못된 값을 거부하는지',
    wrong: ({ params }) => `서버가 잘못된 TeamSpace(${trial(params.trial)})를 받아들였습니다.`,
    hint: '`kubectl get crd teamspaces.platform.labhub.io -o yaml` 출력에서 지금 서버가 쓰는 스키마를 보고, 이 값을 통과시키는 필드를 찾으세요.',
  },
  'schema-accepts': {
    title: '스키마가 올바른 값을 받아들이는지',
    wrong: ({ params }) =>
      `서버가 올바른 TeamSpace(${trial(params.trial)})를 거부했습니다${params.message ? `: ${text(params.message)}` : '.'}`,
    hint: '서버의 메시지에 어느 필드인지 나옵니다. 단계에서 정한 범위를 `kubectl get crd teamspaces.platform.labhub.io -o yaml` 출력과 비교하세요.',
  },
  'schema-cpu-default': {
    title: 'cpu 기본값이 채워지는지',
    wrong: 'cpu 없이 만든 TeamSpace 에 기본값이 채워지지 않았거나, 문자열로 채워지지 않았습니다.',
    hint: '`kubectl get crd teamspaces.platform.labhub.io -o yaml` 출력에서 spec.cpu 를 보세요. 기본값은 스키마가 채우며, 그 타입이 필드의 타입과 같아야 합니다.',
  },
  'schema-keeps-status': {
    title: '스키마가 status 를 보존하는지',
    wrong: '컨트롤러가 status 에 쓰는 값을 서버가 버리거나 거부합니다.',
    hint: '`kubectl explain teamspace.status` 명령으로 스키마가 status 에 대해 무엇을 아는지 확인하세요. 스키마에 없는 필드는 잘려 나갑니다.',
  },
  'schema-spec-optional': {
    title: 'spec 이 없는 TeamSpace 도 받아들임',
    wrong: 'spec 이 아예 없는 TeamSpace 도 받아들여집니다.',
    hint: '단계에서 그 이상을 요구하지는 않습니다. 이유가 궁금하면 `kubectl get crd teamspaces.platform.labhub.io -o yaml` 출력에서 필수 필드가 어느 깊이에 적혀 있는지 보세요.',
  },
  'schema-trial': {
    title: '스키마를 시험할 수 있는지',
    wrong: ({ params, actual }) =>
      `드라이런(${trial(params.trial)})에 서버가 HTTP ${text(actual)} 응답을 보냈습니다${params.message ? `: ${text(params.message)}` : '.'}`,
    hint: '여러분의 작업과는 관계가 없습니다. 다시 시도하거나 클러스터 관리자에게 문의하세요.',
  },
  'crd-file-holds-crd': {
    title: 'crd.yaml 에 CRD 가 있는지',
    wrong: '파일에 이 이름의 CRD 가 없습니다.',
    hint: '파일의 kind 와 metadata.name 을 `kubectl get crd` 목록과 비교하세요.',
  },
  'crd-file-matches': {
    title: 'crd.yaml 이 클러스터와 같은지',
    wrong: '이 필드에서 파일과 클러스터의 CRD 가 다릅니다(기대: 클러스터, 실제: 파일).',
    hint: '`kubectl diff -f /root/cnpa-op/crd.yaml` 명령으로 차이를 모두 확인하세요. 파일은 적용하기 전까지 희망 사항일 뿐입니다.',
  },
  'alpha-exists': {
    title: 'TeamSpace alpha 가 있는지',
    wrong: 'TeamSpace alpha 가 없습니다.',
    hint: '`kubectl get teamspaces` 명령으로 지금 있는 것을 확인하세요. 타입이 Established 되기 전에 보낸 오브젝트는 거부됩니다.',
  },
  'before-uid': { title: 'before.json 이 alpha 를 가리키는지', wrong: oldUid, hint: nowUid },
  'before-namespace-exists': {
    title: '타입만으로는 네임스페이스가 생기지 않음',
    wrong: '파일에는 타입만 등록했을 때 team-alpha 가 있었다고 적혀 있습니다.',
    hint: '그 시점에 누가 만들 수 있었을지 생각해 보세요. `kubectl get ns team-alpha` 명령은 종료 코드로 존재 여부를 알려 주지만, --ignore-not-found 옵션을 주면 종료 코드가 항상 0 입니다.',
  },
  'generation-uid': { title: 'generation.json 이 alpha 를 가리키는지', wrong: oldUid, hint: nowUid },
  'generation-after-label': {
    title: '라벨은 generation 을 올리지 않음',
    wrong: ({ params }) =>
      params.resourceVersion
        ? '이 숫자는 쓸 때마다 바뀌는 resourceVersion 으로 보입니다.'
        : '그 사이에 라벨만 추가했는데 두 값이 다릅니다.',
    hint: '`kubectl get teamspace alpha -o json` 출력에는 generation 과 resourceVersion 이 나란히 있습니다. 라벨 하나만 바꾸면서 둘을 함께 지켜보세요.',
  },
  'generation-after-spec': {
    title: 'spec 변경은 generation 을 1 올림',
    wrong: ({ params }) =>
      params.statusCounted
        ? 'generation 이 2 올랐습니다. status 패치까지 세었으므로, 측정할 때 status 하위 리소스가 꺼져 있었습니다.'
        : '두 값의 차이가 spec 변경 한 번에 해당하지 않습니다.',
    hint: ({ params }) =>
      params.statusCounted
        ? '1단계가 맞아야 이 단계를 측정할 수 있습니다. `kubectl get crd teamspaces.platform.labhub.io -o yaml` 명령으로 지금 타입에 무엇이 있는지 확인하세요.'
        : 'spec 을 한 번만 바꾸고, 그 직전과 직후에 `kubectl get teamspace alpha -o json` 출력의 metadata.generation 을 읽으세요.',
  },
  'generation-live': {
    title: 'generation 은 되돌아가지 않음',
    wrong: '파일의 generation 이 지금 alpha 의 값보다 큽니다. 다른 오브젝트에서 측정한 값입니다.',
    hint: nowUid,
  },
  'status-via-main': {
    title: '본 리소스 주소는 status 를 받지 않음',
    wrong: ({ params }) =>
      params.stored
        ? '서버가 status 패치를 저장했습니다. status 하위 리소스가 꺼져 있었거나, ②를 status 주소로 보낸 것입니다.'
        : '② 직후 alpha 의 .status 값이 아닙니다.',
    hint: '② 직후에 `kubectl get teamspace alpha -o json` 명령으로 .status 를 보세요. 아예 없는 것은 JSON 에서 null 입니다. ②를 보낼 때 kubectl 이 무엇을 출력하는지도 읽어 보세요.',
  },
  'alpha-label': {
    title: 'alpha 에 라벨이 있는지',
    wrong: 'alpha 에 ①의 라벨이 없습니다.',
    hint: '`kubectl get teamspace alpha --show-labels` 명령으로 지금 붙어 있는 라벨을 확인하세요.',
  },
  'alpha-pods-step-2': {
    title: 'alpha 의 pods 가 2단계 값인지',
    wrong: 'alpha 의 spec.pods 가 ③에서 정한 값이 아닙니다.',
    hint: '`kubectl get teamspace alpha -o yaml` 명령으로 실제로 반영된 값을 확인하세요. 커스텀 타입이 모든 패치 방식을 지원하지는 않으니 kubectl 의 출력도 읽어 보세요.',
  },
  'script-executable': {
    title: 'reconcile.sh 에 실행 권한이 있는지',
    wrong: ({ actual }) => `파일 모드(${text(actual)})에 실행 권한이 없어 아무도 실행할 수 없습니다.`,
    hint: '`ls -l /root/cnpa-op/reconcile.sh` 명령으로 권한을 확인하세요. 그중 세 글자가 실행 권한입니다.',
  },
  'script-first-line': {
    title: 'reconcile.sh 첫 줄에 인터프리터가 있는지',
    wrong: ({ params }) =>
      params.carriageReturn
        ? '첫 줄이 Windows 줄바꿈으로 끝나서, 커널이 그 문자까지 인터프리터 이름으로 읽습니다.'
        : params.byteOrderMark
          ? '편집기에 보이지 않는 바이트 순서 표시(BOM)가 #! 앞에 있습니다.'
          : '첫 줄이 #! 로 시작하지 않아서, 커널이 무엇으로 실행할지 알 수 없습니다.',
    hint: '`head -n 1 /root/cnpa-op/reconcile.sh | cat -A` 명령으로 첫 줄의 모든 바이트를 보세요. 맨 앞 두 글자는 #! 이어야 하고, 리눅스 줄바꿈은 $ 하나로만 표시됩니다.',
  },
  'script-starts': {
    title: 'reconcile.sh 를 시작할 수 있는지',
    wrong: ({ params }) =>
      `시작하지 못했습니다(종료 코드 ${text(params.exitCode)})${params.stderr ? `: ${text(params.stderr)}` : '.'}`,
    hint: '채점기처럼 경로만으로 실행해 보세요: `/root/cnpa-op/reconcile.sh`. 무엇을 찾지 못하는지 셸이 알려 줍니다.',
  },
  'script-finishes': {
    title: '한 번 실행하면 한 바퀴만 도는지',
    wrong: ({ params }) => `reconcile.sh 가 ${wholeSeconds(params.durationMs)}초 안에 끝나지 않았습니다.`,
    hint: '`time /root/cnpa-op/reconcile.sh` 명령으로 끝나는지 확인하세요. 한 번의 실행은 모든 TeamSpace 를 한 바퀴 도는 것이고, 되풀이는 서비스가 할 일입니다.',
  },
  'script-exit-status': {
    title: 'reconcile.sh 의 종료 코드',
    wrong: ({ params }) =>
      `종료 코드 ${text(params.exitCode)} 상태로 끝난 실행이 있습니다${params.stderr ? `: ${text(params.stderr)}` : '.'}`,
    hint: '채점에는 클러스터의 결과만 반영되지만, 0 이 아닌 종료 코드는 진짜 문제를 가릴 수 있습니다. `bash -x /root/cnpa-op/reconcile.sh` 명령으로 마지막 명령을 확인하세요.',
  },
  'script-serves': {
    title: '한 번 실행으로 모든 TeamSpace 를 맞추는지',
    wrong: ({ params }) =>
      `채점기가 TeamSpace ${text(params.probe)} 오브젝트를 만들고 스크립트를 한 번 실행했지만, 제대로 맞춰지지 않았습니다${params.stderr ? `. 스크립트 출력: ${text(params.stderr)}` : '.'}`,
    hint: '이름과 값이 다른 TeamSpace 를 하나 만들고 `bash -x /root/cnpa-op/reconcile.sh` 명령으로 따라가 보세요. 이름, uid, 값 어느 것도 alpha 의 것이면 안 됩니다.',
  },
  'script-writes-nothing': {
    title: '할 일이 없으면 아무것도 쓰지 않는지',
    wrong: ({ params }) =>
      `할 일이 없는데도 이 오브젝트에 쓰기가 있었습니다(${text(params.type)}): ${changedFields(params.changes) || '오브젝트 전체'}${list(params.managers, ', 쓴 주체: ')}`,
    hint: (finding) =>
      `실행 전과 후의 ${lookAt(finding)} 출력을 비교하세요. 다를 때만 쓰고, 쓰는 값에 시각이나 카운터를 넣지 않으면 오브젝트는 그대로 남습니다.`,
  },
  'state-namespace': {
    title: '모든 TeamSpace 에 네임스페이스가 있는지',
    wrong: 'reconcile.sh 를 실행한 뒤에도 네임스페이스가 없습니다.',
    hint: byHand,
  },
  'state-label': {
    title: '네임스페이스에 라벨이 있는지',
    wrong: 'reconcile.sh 를 실행한 뒤에도 라벨이 단계에서 요구하는 것과 다릅니다.',
    hint: (finding) =>
      `${lookAt(finding, '--show-labels')} 명령으로 라벨을 보고, 키와 값을 단계 설명과 비교하세요.`,
  },
  'state-owner': {
    title: '네임스페이스의 소유자가 TeamSpace 인지',
    wrong: '네임스페이스의 ownerReference 가운데 해당 TeamSpace 를 가리키는 것이 없습니다.',
    hint: (finding) =>
      `${lookAt(finding)} 출력의 ownerReferences 를 TeamSpace 와 필드별로 비교하세요. 오브젝트는 uid 로 구별되므로, 이름만 있거나 다른 오브젝트의 uid 가 있으면 아무것도 가리키지 못합니다.`,
  },
  'state-quota': {
    title: '모든 TeamSpace 에 쿼터가 있는지',
    wrong: 'reconcile.sh 를 실행한 뒤에도 쿼터가 없습니다.',
    hint: byHand,
  },
  'state-pods': {
    title: '쿼터의 pods 가 spec.pods 를 따르는지',
    wrong: '쿼터의 pods 가 TeamSpace 의 spec.pods 와 다릅니다.',
    hint: (finding) =>
      `${lookAt(finding)} 출력과 \`kubectl get teamspaces -o yaml\` 출력을 나란히 보세요. 스크립트는 이 숫자를 어디에서 가져오나요?`,
  },
  'state-cpu': {
    title: '쿼터의 cpu 가 spec.cpu 를 따르는지',
    wrong: '쿼터의 requests.cpu 가 TeamSpace 의 spec.cpu 와 다릅니다.',
    hint: (finding) =>
      `${lookAt(finding)} 출력과 \`kubectl get teamspaces -o yaml\` 출력을 나란히 보세요. 스크립트는 이 숫자를 어디에서 가져오나요?`,
  },
  'state-observed-generation': {
    title: 'status 에 관측한 generation 이 있는지',
    wrong: 'status.observedGeneration 이 지금 generation 과 다릅니다.',
    hint: (finding) =>
      `${lookAt(finding)} 명령으로 두 숫자를 확인하세요. 스크립트가 status 를 쓸 때 kubectl 이 무엇을 출력하는지도 읽어 보세요. 어느 주소가 조용히 버리는지는 2단계에서 보았습니다.`,
  },
  'state-status-namespace': {
    title: 'status 에 네임스페이스가 있는지',
    wrong: 'status.namespace 가 TeamSpace 의 네임스페이스와 다릅니다.',
    hint: (finding) =>
      `${lookAt(finding)} 명령으로 status 를 확인하세요. 스크립트가 쓸 때 kubectl 이 무엇을 출력하는지도 읽어 보세요. 어느 주소가 조용히 버리는지는 2단계에서 보았습니다.`,
  },
  'state-complete': {
    title: '모든 TeamSpace 가 빠짐없이 맞춰졌는지',
    wrong: 'reconcile.sh 를 실행한 뒤에도 빠진 것이 있습니다.',
    hint: byHand,
  },
  'reconcile-quota-uid': {
    title: 'reconcile.json 이 쿼터를 가리키는지',
    wrong: 'team-alpha 에 있는 team-quota 의 uid 도 아니고, drift.json 에 삭제했다고 적힌 uid 도 아닙니다.',
    hint: '`kubectl -n team-alpha get resourcequota team-quota -o json` 명령으로 지금의 쿼터를 확인하세요.',
  },
  'reconcile-owner-uid': {
    title: 'reconcile.json 이 소유자를 가리키는지',
    wrong: '파일에 적힌 uid 가 alpha 의 uid 와 다릅니다.',
    hint: '`kubectl get ns team-alpha -o json` 출력에서 metadata.ownerReferences 를 보세요. 거기에 누구의 uid 가 있나요?',
  },
  'reconcile-second-pass': {
    title: '두 번째 실행은 아무것도 쓰지 않음',
    wrong: '파일에는 한 번 더 실행했을 때 쿼터가 바뀌었다고 적혀 있습니다.',
    hint: '누가 썼을까요? `kubectl -n team-alpha get resourcequota team-quota -o yaml --show-managed-fields` 명령으로 알 수 있습니다. 쿼터가 바뀌면 잠시 뒤 클러스터가 스스로 쿼터의 status 를 채웁니다. 그것이 끝난 뒤에 측정하세요.',
  },
  'unit-loaded': {
    title: 'systemd 가 유닛을 읽었는지',
    wrong: ({ actual, params }) =>
      `systemd 가 보고한 상태: ${text(actual)}${params.detail ? ` (${text(params.detail)})` : ''}. 유닛을 제대로 읽지 못했습니다.`,
    hint: '`systemctl status cnpa-op` 출력에서 받아들이지 못한 줄을 확인하세요. ExecStart 는 셸이 읽지 않으며, systemd 는 지시를 받아야만 유닛 파일을 다시 읽습니다.',
  },
  'unit-path': {
    title: '유닛 파일이 정해진 자리에 있는지',
    wrong: 'systemd 가 다른 위치에서 유닛을 읽었습니다.',
    hint: '`systemctl cat cnpa-op` 명령으로 systemd 가 어느 경로에서 읽었는지 확인하세요.',
  },
  'unit-enabled': {
    title: '부팅할 때 서비스가 시작되는지',
    wrong: ({ actual }) =>
      actual === 'static'
        ? '유닛이 어느 타깃에 속하는지 적혀 있지 않아([Install] 섹션 없음) enable 할 수 없습니다.'
        : `유닛이 enable 되어 있지 않습니다. systemd 가 보고한 상태: ${text(actual)}.`,
    hint: '`systemctl is-enabled cnpa-op` 명령으로 상태를 확인하세요. 시작(start)은 지금의 일이고 활성화(enable)는 부팅할 때마다의 일이라 서로 다릅니다.',
  },
  'unit-restart': {
    title: '서비스가 항상 다시 시작되는지',
    wrong: '서비스가 끝나는 방식에 따라 systemd 가 다시 시작하지 않는 경우가 있습니다.',
    hint: '`systemctl show cnpa-op -p Restart` 명령으로 지금 적용된 설정을 확인하세요. 어떤 설정이 어떤 종료를 다루는지는 systemd.service 설명서의 표에 있습니다.',
  },
  'unit-daemon-reload': {
    title: 'systemd 가 지금의 유닛을 쓰는지',
    wrong: '유닛 파일이 바뀌었지만 systemd 는 예전에 읽은 내용을 쓰고 있습니다.',
    hint: '`systemctl status cnpa-op` 출력의 경고에 다시 읽게 하는 명령이 나옵니다. 이미 돌고 있는 프로세스는 다시 시작할 때까지 예전 설정을 씁니다.',
  },
  'service-running': {
    title: 'cnpa-op.service 가 돌고 있는지',
    wrong: ({ actual, params }) => {
      if (params.type === 'oneshot')
        return '서비스가 돌고 있지 않습니다. oneshot 방식이라 시작 단계가 끝나지 않습니다.';
      const why =
        params.result === 'start-limit-hit'
          ? ' 명령이 짧은 시간에 너무 자주 끝나서 systemd 가 다시 시작하기를 그만두었습니다.'
          : '';
      return `서비스가 돌고 있지 않습니다. 지금 상태: ${text(actual)}.${why}${journal(params.journal)}`;
    },
    hint: ({ params }) =>
      params.result === 'start-limit-hit'
        ? '`journalctl -u cnpa-op -n 20` 명령으로 왜 끝나는지 확인하세요. 고친 뒤에는 실패 횟수를 초기화해야 systemd 가 다시 시도합니다.'
        : `${service} 4~7단계를 채점하는 동안에는 컨트롤러가 돌고 있어야 합니다.`,
  },
  'service-creates-namespace': {
    title: '새 TeamSpace 에 네임스페이스가 저절로 생기는지',
    wrong: ({ params }) =>
      `서비스는 돌고 있지만, TeamSpace ${text(params.probe)} 오브젝트의 네임스페이스가 ${text(params.seconds)}초가 지나도 생기지 않았습니다.${journal([params.journal])}`,
    hint: '`journalctl -u cnpa-op -n 20` 명령으로 서비스 안에서 무엇이 출력되는지 확인하세요. 서비스에는 여러분 셸의 변수(KUBECONFIG, PATH)가 없고, ExecStart 의 $ 와 % 는 systemd 가 먼저 해석합니다.',
  },
  'service-creates-quota': {
    title: '새 TeamSpace 에 쿼터가 저절로 생기는지',
    wrong: ({ params }) =>
      `TeamSpace ${text(params.probe)} 오브젝트의 네임스페이스는 생겼지만, team-quota 는 ${text(params.seconds)}초가 지나도 생기지 않았습니다.${journal([params.journal])}`,
    hint: '`journalctl -u cnpa-op -n 20` 명령으로 쿼터를 다룰 때 무엇이 출력되는지 확인하세요.',
  },
  'outside-worker': {
    title: '서비스만 조정을 하는지',
    wrong: ({ params }) =>
      `서비스 밖에서 reconcile.sh 를 실행하는 프로세스(${text(params.pid)})가 있습니다: ${text(params.command)}`,
    hint: '터미널에 남겨 둔 루프가 있으면 서비스가 정말 동작하는지 알 수 없습니다. `ps -ef` 명령으로 어느 것인지 확인하세요.',
  },
  'drift-uids-differ': {
    title: '쿼터가 새 오브젝트로 되살아났는지',
    wrong: 'restored_uid 가 지운 오브젝트의 uid 와 같습니다.',
    hint: '지우기 전과 후에 `kubectl -n team-alpha get resourcequota team-quota -o yaml` 출력을 보세요. 이름은 같지만 같은 오브젝트일까요?',
  },
  'drift-restored-uid': {
    title: 'drift.json 이 지금의 쿼터를 가리키는지',
    wrong: ({ params }) =>
      params.quotaExists
        ? '파일을 쓴 뒤에 쿼터가 다시 새것으로 바뀌었습니다.'
        : '지금 team-alpha 에 team-quota 가 없습니다.',
    hint: '파일을 `kubectl -n team-alpha get resourcequota team-quota -o json` 출력과 비교하세요. 5단계는 컨트롤러가 도는 상태에서 측정해야 합니다.',
  },
  'drift-restore-seconds': {
    title: '쿼터가 되살아날 때까지 걸린 시간',
    wrong: '나올 수 없는 시간입니다.',
    hint: '지운 때부터 uid 가 다른 쿼터가 나타날 때까지를 초 단위 정수로 셉니다. 앞뒤에서 `date +%s` 명령으로 두 시각을 읽을 수 있습니다.',
  },
  'drift-edited-to': {
    title: 'pods 를 어떤 값으로 고쳤는지',
    wrong: '단계에서 패치하는 값이 아닙니다.',
    hint: '단계에 적힌 숫자, 그리고 패치 직후 `kubectl -n team-alpha get resourcequota team-quota -o yaml` 출력과 비교하세요.',
  },
  'drift-reverted-to': {
    title: 'pods 가 어떤 값으로 돌아왔는지',
    wrong: ({ params }) =>
      params.early
        ? '컨트롤러가 다음 바퀴를 돌기 전에 읽은 값입니다.'
        : '컨트롤러가 쿼터에 맞추는 값이 아닙니다.',
    hint: '`kubectl -n team-alpha get resourcequota team-quota -w` 명령으로 값이 바뀌는 것을 지켜보세요. 컨트롤러는 이 숫자를 alpha 의 어느 필드에서 가져오나요?',
  },
  'probe-quota-restored': {
    title: '지운 쿼터가 되살아나는지',
    wrong: ({ params }) =>
      `다른 변경이 없는 동안 채점기가 TeamSpace ${text(params.probe)} 오브젝트의 쿼터를 지웠는데, ${text(params.seconds)}초가 지나도 되살아나지 않았습니다.`,
    hint: '직접 지워 보면서 `journalctl -u cnpa-op -f` 출력을 지켜보세요. 한 바퀴 돌 때 지금 있는 것을 보나요, 아니면 바뀐 TeamSpace 만 보나요?',
  },
  'probe-pods-reverted': {
    title: '고친 pods 가 되돌아오는지',
    wrong: ({ params }) =>
      `채점기가 TeamSpace ${text(params.probe)} 오브젝트의 쿼터에서 pods 를 고쳤는데, ${text(params.seconds)}초가 지나도 고친 값 그대로입니다.`,
    hint: '쿼터를 직접 고친 뒤 `bash -x /root/cnpa-op/reconcile.sh` 명령으로 따라가 보세요. 쿼터가 있지만 값이 다를 때 스크립트는 무엇을 하나요?',
  },
  'probe-cpu-reverted': {
    title: '고친 cpu 가 되돌아오는지',
    wrong: ({ params }) =>
      `채점기가 TeamSpace ${text(params.probe)} 오브젝트의 쿼터에서 requests.cpu 를 고쳤는데, ${text(params.seconds)}초가 지나도 고친 값 그대로입니다.`,
    hint: '쿼터를 직접 고친 뒤 `bash -x /root/cnpa-op/reconcile.sh` 명령으로 따라가 보세요. 맡은 값을 모두 비교하나요?',
  },
  'alpha-finalizer': {
    title: 'alpha 에 finalizer 가 있는지',
    wrong: 'alpha 에 finalizer 가 없습니다.',
    hint: '`kubectl get teamspace alpha -o yaml` 명령으로 finalizer 목록을 확인하세요. 6단계 전부터 있던 TeamSpace 에도 새것과 똑같이 필요합니다.',
  },
  'cleanup-uid': {
    title: 'cleanup.json 과 기록이 같은 beta 를 가리키는지',
    wrong: '두 파일이 서로 다른 오브젝트를 가리킵니다. beta 를 두 번 만든 것입니다.',
    hint: 'cleanup.json 을 `jq . /root/cnpa-op/archive/beta.json` 출력과 비교하세요. 둘 다 같은 beta 에 대한 것이어야 합니다.',
  },
  'archive-name': {
    title: '기록에 beta 의 이름이 있는지',
    wrong: '기록에 적힌 name 이 TeamSpace 의 이름과 다릅니다.',
    hint: '삭제할 때 `bash -x /root/cnpa-op/reconcile.sh` 명령으로 따라가 보세요. 이름을 어느 오브젝트에서 가져오나요?',
  },
  'archive-pods': {
    title: '기록에 beta 의 pods 가 있는지',
    wrong: '기록에 적힌 pods 가 beta 의 spec.pods 와 다릅니다.',
    hint: '삭제할 때 `bash -x /root/cnpa-op/reconcile.sh` 명령으로 따라가 보세요. pods 를 어느 오브젝트에서 가져오나요?',
  },
  'beta-gone': {
    title: 'beta 가 사라졌는지',
    wrong: ({ params }) =>
      params.deletion
        ? `beta 가 ${text(params.deletion)} 부터 finalizer 를 기다리고 있습니다:${list(params.finalizers, ' ')}.`
        : 'beta 가 아직 있고, 삭제 요청도 없습니다.',
    hint: ({ params }) =>
      params.deletion
        ? '`journalctl -u cnpa-op -n 20` 명령으로 beta 를 다루고 있는지, 무엇 때문에 끝나지 않는지 확인하세요.'
        : '`kubectl get teamspace beta -o yaml` 명령으로 지금 상태를 확인하세요. 이 단계는 beta 를 지우는 것으로 끝납니다.',
  },
  'beta-namespace-gone': {
    title: 'team-beta 가 사라졌는지',
    wrong: '네임스페이스가 아직 있습니다.',
    hint: '`kubectl get ns team-beta -o yaml` 명령으로 소유자가 누구인지 확인하세요. 소유자가 사라지면 몇 초 뒤, 새 CRD 라면 1분쯤 뒤 가비지 컬렉터가 지웁니다.',
  },
  'cleanup-blocked-seen': {
    title: '남아 있는 beta 를 보았는지',
    wrong: '파일에는 deletionTimestamp 가 찍힌 beta 를 보지 못했다고 적혀 있습니다.',
    hint: '그냥 delete 하면 오브젝트가 사라질 때까지 기다립니다. `kubectl delete --help` 에서 기다리지 않는 옵션을 찾으면 바로 읽을 수 있습니다. 새 beta 로 다시 해 보세요.',
  },
  'cleanup-namespace-gone': {
    title: '네임스페이스가 사라진 것을 보았는지',
    wrong: ({ params }) =>
      params.early
        ? '파일에는 team-beta 가 사라지지 않았다고 적혀 있습니다. 너무 일찍 본 것입니다.'
        : 'team-beta 가 사라지지 않았습니다.',
    hint: '`kubectl get ns team-beta -w` 명령으로 사라지는 과정을 지켜보세요. beta 자체보다 오래 걸립니다.',
  },
  'probe-finalizer-added': {
    title: '새 TeamSpace 에 finalizer 가 붙는지',
    wrong: ({ params }) =>
      `채점기의 TeamSpace ${text(params.probe)} 오브젝트에 finalizer 가 붙지 않았습니다.`,
    hint: 'finalizer 가 없는 TeamSpace 와 이미 있는 TeamSpace 로 각각 `bash -x /root/cnpa-op/reconcile.sh` 명령을 따라가 보세요. 목록이 아직 없을 때는 추가하는 방법이 다릅니다.',
  },
  'probe-foreign-finalizer-kept': {
    title: '다른 finalizer 가 남아 있는지',
    wrong: ({ params }) =>
      params.during === 'deletion'
        ? `삭제할 때 TeamSpace ${text(params.probe)} 오브젝트에서 다른 컨트롤러의 finalizer 까지 떼어졌습니다.`
        : `TeamSpace ${text(params.probe)} 오브젝트에서 다른 컨트롤러의 finalizer 가 사라졌습니다.`,
    hint: '한 바퀴 돌기 전과 후에 `kubectl get teamspace -o yaml` 출력의 목록을 보세요. merge 패치는 목록을 통째로 바꾸므로, 새 목록에 무엇이 들어갈지는 여러분이 정합니다.',
  },
  'probe-archive-written': {
    title: '기록 파일이 남는지',
    wrong: ({ params }) =>
      `TeamSpace ${text(params.probe)} 오브젝트의 finalizer 는 떼어졌지만 기록 파일이 없습니다.`,
    hint: '삭제할 때 `bash -x /root/cnpa-op/reconcile.sh` 명령으로 따라가면서, 기록하는 경로를 단계 설명과 비교하세요.',
  },
  'probe-archive-content': {
    title: '기록에 name, uid, pods 가 있는지',
    wrong: '기록 파일에 삭제된 TeamSpace 의 name, uid, pods 가 제대로 들어 있지 않습니다.',
    hint: '`jq . /root/cnpa-op/archive/beta.json` 출력을 원래 TeamSpace 와 비교하세요. 모든 값은 deletionTimestamp 가 찍힌 그 오브젝트에서 와야 합니다.',
  },
  'probe-archive-in-time': {
    title: '기록이 먼저, finalizer 가 나중인지',
    wrong: ({ params }) =>
      `finalizer 가 떼어진 지 ${text(params.lateByMs)}ms 뒤에야 기록 파일이 완성되었습니다.`,
    hint: '`bash -x /root/cnpa-op/reconcile.sh` 출력에서 순서를 보세요. 마지막 finalizer 를 떼는 순간 오브젝트가 언제든 사라질 수 있고, 기록할 내용도 함께 사라집니다.',
  },
  'probe-finalizer-removed': {
    title: 'finalizer 를 떼어 주는지',
    wrong: ({ params }) =>
      `TeamSpace ${text(params.probe)} 오브젝트를 삭제했지만 ${text(params.seconds)}초가 지나도 finalizer 가 남아 있었습니다.`,
    hint: '직접 하나 지우면서 `journalctl -u cnpa-op -f` 출력을 지켜보세요. deletionTimestamp 가 찍힌 TeamSpace 를 어떻게 다루나요? 다른 finalizer 가 함께 있을 때도 같은가요?',
  },
  'probe-namespace-ends': {
    title: '네임스페이스가 TeamSpace 와 함께 사라지는지',
    wrong: ({ params }) =>
      `TeamSpace ${text(params.probe)} 오브젝트는 사라졌지만 그 네임스페이스가 지워지지 않습니다.`,
    hint: '가비지 컬렉터는 ownerReference 를 따라갑니다. `kubectl get ns -o yaml` 출력의 ownerReference 를 TeamSpace 와 필드별로 비교하세요.',
  },
  'probe-namespace-stays-away': {
    title: '네임스페이스가 다시 생기지 않는지',
    wrong: ({ params }) =>
      `TeamSpace ${text(params.probe)} 오브젝트가 사라진 뒤 그 네임스페이스가 다시 생겼습니다.`,
    hint: 'TeamSpace 를 삭제하는 동안 `bash -x /root/cnpa-op/reconcile.sh` 명령으로 따라가 보세요. deletionTimestamp 가 찍힌 것에 대해 아직도 무엇을 만들고 있나요?',
  },
  'cluster-trouble': {
    title: '클러스터가 네임스페이스를 지울 수 있는지',
    wrong: ({ params }) => `클러스터가 네임스페이스 삭제를 끝내지 못합니다:${list(params.reasons, ' ')}.`,
    hint: '여러분의 작업과는 관계가 없습니다. 클러스터 관리자에게 문의하세요.',
  },
  'catchup-behind': {
    title: '멈춘 동안 컨트롤러가 뒤처졌는지',
    wrong:
      '서비스가 멈춘 동안 뒤처진 것이 없습니다. 다른 시점에 읽었거나, 다른 무언가가 계속 조정하고 있었습니다.',
    hint: '멈춘 동안 `ps -ef` 명령으로 reconcile.sh 를 돌리는 다른 루프가 있는지 확인하세요. 그리고 멈추기, 바꾸기, 기다리기, 읽기, 시작하기의 순서를 지키세요.',
  },
  'catchup-pods-while-stopped': {
    title: '멈춘 동안의 쿼터',
    wrong: '변경을 따라가는 것이 없을 때 쿼터에 보이는 값이 아닙니다.',
    hint: '8초를 기다린 뒤, 다시 시작하기 전에 `kubectl -n team-alpha get resourcequota team-quota -o json` 출력을 읽고 API 가 주는 값 그대로 적으세요.',
  },
  'catchup-pods-after-start': {
    title: '다시 시작한 뒤의 쿼터',
    wrong: '컨트롤러가 따라잡은 뒤 쿼터에 보이는 값이 아닙니다.',
    hint: '`kubectl -n team-alpha get resourcequota team-quota -w` 명령으로 언제 따라오는지 지켜보고, API 가 주는 값 그대로 적으세요.',
  },
  'catchup-observed-after-start': {
    title: 'observed 가 generation 을 따라잡았는지',
    wrong: 'observed_after_start 값이 generation 과 다릅니다.',
    hint: '시작한 뒤 컨트롤러가 한 바퀴 돌아야 합니다. `kubectl get teamspace alpha -o yaml -w` 명령으로 status 가 언제 따라잡는지 지켜보세요.',
  },
  'catchup-generation-live': {
    title: 'generation 은 되돌아가지 않음',
    wrong: '파일의 generation 이 지금 alpha 의 값보다 큽니다. 다른 오브젝트에서 측정한 값입니다.',
    hint: nowUid,
  },
  'alpha-pods-step-7': {
    title: 'alpha 의 pods 가 7단계 값인지',
    wrong: 'alpha 의 spec.pods 가 7단계에서 정한 값이 아닙니다.',
    hint: '`kubectl get teamspace alpha -o yaml` 명령으로 지금 값을 확인하고, 바꿀 때 kubectl 이 무엇을 출력했는지 읽어 보세요.',
  },
  'alpha-quota-pods': {
    title: 'alpha 의 쿼터가 따라왔는지',
    wrong: 'team-alpha 의 쿼터가 7단계에서 정한 alpha 의 pods 와 다릅니다.',
    hint: `컨트롤러가 돌고 있나요? ${service}`,
  },
  'alpha-observed-generation': {
    title: 'alpha 의 status 가 최신인지',
    wrong: 'alpha 의 status.observedGeneration 이 generation 과 다릅니다.',
    hint: `컨트롤러가 돌고 있나요? ${service}`,
  },
  'probe-converges': {
    title: '연달아 두 번 바꿔도 마지막 값으로 수렴하는지',
    wrong: ({ params }) =>
      `채점기가 TeamSpace ${text(params.probe)} 오브젝트를 연달아 두 번 바꾸었는데, ${text(params.seconds)}초가 지나도 마지막 변경대로 되지 않았습니다.`,
    hint: '`bash -x /root/cnpa-op/reconcile.sh` 명령으로 따라가 보세요. 한 바퀴에 TeamSpace 를 몇 번 읽나요? 쓰는 값은 모두 한 번 읽은 것에서 나와야 합니다.',
  },
  'report-crd-alone': {
    title: '타입만으로는 아무것도 생기지 않음',
    wrong: '파일에는 타입만으로 네임스페이스가 생긴다고 적혀 있습니다.',
    hint: '1단계에서 측정한 값을 보세요: `jq . /root/cnpa-op/before.json`.',
  },
  'report-status-bumps': {
    title: 'status 와 generation',
    wrong: '파일에는 status 를 쓰면 generation 이 오른다고 적혀 있습니다.',
    hint: '컨트롤러가 status 를 쓰는 동안 `kubectl get teamspace alpha -o yaml -w` 출력을 지켜보세요. metadata 의 숫자 가운데 무엇이 바뀌나요?',
  },
  'report-restore-seconds': {
    title: 'restore_seconds 가 5단계와 같은지',
    wrong: sources,
    hint: '그 단계에서 측정한 값을 보세요: `jq . /root/cnpa-op/drift.json`.',
  },
  'report-finalizer': {
    title: 'finalizer 의 이름',
    wrong: '6단계의 finalizer 이름이 아닙니다.',
    hint: '`kubectl get teamspace alpha -o yaml` 출력의 metadata.finalizers 에서 전체 이름을 확인하세요.',
  },
  'report-archived': {
    title: 'archived 가 기록에 있는 uid 인지',
    wrong: sources,
    hint: '컨트롤러가 남긴 기록을 보세요: `jq . /root/cnpa-op/archive/beta.json`. 그 안의 값 하나를 적는 것이며, 예/아니요나 경로가 아닙니다.',
  },
  'report-generations-behind': {
    title: '얼마나 뒤처졌는지',
    wrong: sources,
    hint: '7단계에서 읽은 두 숫자의 차이입니다: `jq . /root/cnpa-op/catchup.json`.',
  },
  'report-trigger': {
    title: '컨트롤러가 따르는 방식',
    wrong: ({ params }) =>
      params.oneWord
        ? '이 컨트롤러가 따르는 방식이 아닙니다.'
        : '단계에서 제시한 두 단어 가운데 하나여야 합니다.',
    hint: '이 컨트롤러는 사건 하나하나에 반응하나요, 아니면 매번 지금 상태 전체를 읽나요? 7단계에서 본 것을 떠올려 보세요.',
  },
  'status-bumps-live': {
    title: 'status 쓰기는 generation 을 올리지 않음',
    wrong: '이 클러스터에서는 status 를 쓰면 generation 이 오릅니다.',
    hint: '타입에 status 하위 리소스가 없으면 그렇습니다. 1단계와 `kubectl get crd teamspaces.platform.labhub.io -o yaml` 출력을 보세요.',
  },
};
