import type { StepNumber } from '../../../src/lab.ts';
import type { Explanation } from '../text.ts';

export const explain: Record<StepNumber, Explanation> = {
  1: {
    asks: 'TeamSpace 타입을 정의하는 crd.yaml 을 작성해 적용하고, alpha.yaml 로 TeamSpace alpha 를 만든 뒤, 그때 무엇이 있는지 before.json 에 적습니다. CRD 는 API 서버에 새 명사를 알려 줄 뿐입니다. 그것만으로 무슨 일이 일어나는지 확인해 보세요.',
    looksAt: [
      '클러스터의 CRD: 그룹, scope, 이름, v1alpha1 버전, status 하위 리소스',
      '스키마: 올바른 값과 잘못된 값으로 드라이런(아무것도 저장하지 않음)',
      'crd.yaml 과 alpha.yaml: 올바른 YAML 인지, 클러스터의 CRD 와 같은지',
      'TeamSpace alpha 가 있는지',
      'before.json: alpha 의 uid 인지, namespace_exists 값',
    ],
  },
  2: {
    asks: 'alpha 를 세 가지 방식(라벨, 본 리소스 주소로 보내는 status 패치, spec.pods)으로 바꾸고 그때마다 metadata.generation 을 읽어 generation.json 에 적습니다. generation 이 어떤 변경을 세는지 알아내 보세요.',
    looksAt: [
      'generation.json: uid, 세 번 읽은 generation, ② 직후의 status',
      '숫자들이 서로 맞는지, 지금 alpha 의 generation 보다 크지 않은지',
      'alpha 의 라벨 owner=platform',
      '7단계를 하기 전이라면 alpha 의 spec.pods',
    ],
  },
  3: {
    asks: 'reconcile.sh 를 작성합니다. 한 번 실행하면 모든 TeamSpace 의 네임스페이스, 쿼터, status 가 있어야 할 모습이 됩니다. 무엇이 바뀌었는지가 아니라 지금 어떤지를 보므로 몇 번을 돌려도 결과가 같아야 합니다. 한 번 실행한 뒤와 한 번 더 실행한 뒤에 측정한 값을 reconcile.json 에 적습니다.',
    looksAt: [
      'reconcile.sh 를 실행할 수 있고 스스로 끝나는지',
      '채점기가 만든 TeamSpace 도 이름과 값에 상관없이 맞추는지',
      '할 일이 없을 때 두 번 더 실행해도 아무것도 쓰지 않는지(resourceVersion 유지)',
      '네임스페이스마다: 라벨과 ownerReference',
      'team-quota 마다: pods 와 requests.cpu',
      'status 마다: observedGeneration 과 namespace',
      'reconcile.json: 두 uid, 두 번째 실행에서 쿼터가 바뀌었는지',
    ],
  },
  4: {
    asks: 'systemd 유닛 cnpa-op.service 가 reconcile.sh 를 3초 간격으로 끝없이 실행하게 하고, enable 하고 시작합니다. 그 뒤로는 새 TeamSpace 를 만들면 사람이 아무것도 하지 않아도 필요한 것이 모두 생깁니다.',
    looksAt: [
      'systemd 가 읽은 유닛: 경로, Restart, enable 여부, 다시 읽어야 하는지',
      '여러 번 보아도 돌고 있는지',
      '채점기가 만든 TeamSpace: 60초 안에 네임스페이스와 쿼터가 저절로 생기는지',
      '서비스 밖에서 대신 일하는 것이 있는지(조언만 하고 점수에는 반영하지 않음)',
    ],
  },
  5: {
    asks: '컨트롤러가 도는 상태에서 team-alpha 의 쿼터를 지우고 되살아날 때까지 걸린 시간을 잽니다. 이어서 pods 를 고치고 어떻게 되는지 봅니다. 두 uid 와 걸린 초, 고친 값과 돌아온 값을 drift.json 에 적습니다. 컨트롤러는 누가 그랬는지 모릅니다. 비교할 뿐입니다.',
    looksAt: [
      'drift.json: 서로 다른 두 uid, 0~120초 사이의 시간, 고친 값과 그 뒤의 값',
      'restored_uid 가 지금 있는 쿼터의 uid 인지',
      '채점기의 TeamSpace: 지운 쿼터가 되살아나고, 고친 pods 와 cpu 가 되돌아오는지',
      '이 모두를 TeamSpace 가 하나도 바뀌지 않는 조용한 때에 확인',
      'cnpa-op.service 가 돌고 있는지',
    ],
  },
  6: {
    asks: 'reconcile.sh 가 finalizer 를 다루게 합니다. 삭제 요청이 없는 TeamSpace 에는 붙이고, 삭제 중인 것은 archive 디렉터리에 기록을 남긴 뒤 떼어 줍니다. 그다음 beta 를 만들고 네임스페이스가 생긴 것을 본 뒤 지우고, 본 것을 cleanup.json 에 적습니다.',
    looksAt: [
      'alpha 와 새 TeamSpace 의 finalizer, 다른 컨트롤러의 finalizer 도 그대로인지',
      '삭제할 때: finalizer 가 떼어지기 전에 기록 파일이 완성되는지',
      '자기 finalizer 만 떼는지',
      '네임스페이스가 TeamSpace 와 함께 사라지고 다시 생기지 않는지',
      'beta 와 team-beta 가 사라졌는지, archive/beta.json 의 name, uid, pods',
      'cleanup.json: 같은 uid 인지, 무엇을 보았는지',
      'cnpa-op.service 가 돌고 있는지',
    ],
  },
  7: {
    asks: '서비스를 멈추고 alpha 의 spec.pods 를 바꾼 뒤, 8초를 기다려 generation, observedGeneration, 쿼터를 읽습니다. 그리고 서비스를 다시 시작해 한 번 더 읽습니다. catchup.json 에는 컨트롤러가 얼마나 뒤처졌다가 따라잡았는지가 남습니다.',
    looksAt: [
      'catchup.json: 멈춘 동안 뒤처지고 시작한 뒤 같아졌는지, 쿼터 값이 문자열인지',
      '지금의 alpha: 7단계의 spec.pods, 쿼터, observedGeneration',
      '채점기의 TeamSpace 를 연달아 두 번 바꾸었을 때 마지막 변경이 남는지',
      'cnpa-op.service 가 돌고 있는지',
    ],
  },
  8: {
    asks: '1~7단계에서 컨트롤러가 한 일을 앞에서 남긴 파일로부터 계산해 report.json 에 모으고, 이 컨트롤러가 level 과 edge 가운데 어느 방식을 따르는지 적습니다.',
    looksAt: [
      'report.json 의 값이 각각 출처 파일과 같은지',
      'status_bumps_generation 은 클러스터에서도 확인',
      'finalizer 의 이름',
      'trigger: 두 단어 가운데 하나인지',
    ],
  },
};
