// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function cD(q)return string.format('%d',q)end ";
const $readClock = "local function ey(R)if string.byte(R)~=61 then local o=redis.pcall('TIME')if not o.err then local gp,fU=o[1]+0,o[2]+0 return gp*1000+(fU-fU%1000)/1000,(gp-1600000000)*1000000+fU end end local gd=tonumber(string.match(R,'%d+'))return gd,(gd-1600000000000)*1000 end ";
const $timeOfTick = "local function fA(w)return(w-w%1000)/1000+1600000000000 end ";
const $placeOf = "local function eo(y,w)return string.format('%016d',y*900000000000000+w)end ";
const $priorityOf = "local function er(K)return(K-K%900000000000000)/900000000000000 end ";
const $dueScore = "local function cJ(w,y)return cD(w*10+y)end ";
const $pushPair = "local function ev(f,X,Y)local G=#f f[G+1],f[G+2]=X,Y end ";
const $appendPair = "local function bK(f,X,Y)if not f then return{X,Y}end ev(f,X,Y)return f end ";
const $append = "local function bJ(f,F)if not f then return{F}end f[#f+1]=F return f end ";
const $listFor = "local function dP(M,B)local f=M[B]if not f then f={}M[B]=f end return f end ";
const $HEAD_PATTERN = "local an='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'";
const $NEVER = "local aZ='9999999999999'";
const $NEW_HEAD = "local ba='2  0 0 0 0 0 0|'";
const $PADDING = "local bc='-----------------------------------------------------------------'";
const $newUnit = "local function dZ(gB)return{meta=gB,readied=0,measured='',to={},from={}}end ";
const $openUnit = "local function eh(a,R)local v=redis.call('HGET',a.meta,'head')local w,Z,gz a.flags,w,a.due,a.runs,a.enqueued,a.leased,a.completed,gz=string.match(v or ba,an)a.isNew,a.head=not v,v if not w or not v and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.latencies=string.sub(v or ba,gz)a.now,Z=ey(R)a.tick=w+0 if a.tick<Z then a.tick=Z end a.openTick=a.tick if Z<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function eg(a,s)local gA=eh(a,s.times)if gA then return gA end local k=redis.call('HGET',s.replies,s.lane)if k then local q=string.match(k,'^%d+')if q==s.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(k,#q+2)end if q-s.number>0 then return'late'end elseif s.number=='0'and redis.call('EXISTS',s.replies)==1 then return'reused'end a.before=k return nil end ";
const $hasFlag = "local function dp(a,hB)return a.flags~=''and string.find(a.flags,hB,1,true)~=nil end ";
const $count = "local function co(a,gU,hY)if not a.totals then a.totals={}end a.totals[gU]=(a.totals[gU]or 0)+hY end ";
const $enter = "local function cM(a,g,t,b)a.to[g]=bK(a.to[g],t,b)end ";
const $leave = "local function dG(a,g,b)a.from[g]=bJ(a.from[g],b)end ";
const $lowerDue = "local function dR(a,o)if o-a.due<0 then a.due=cD(o)end end ";
const $saveOld = "local function fm(a,B,h,k)if not a.old then a.old={}end a.old[B..h]=k end ";
const $freeTickAt = "local function dk(a,gV,o)if not a.ticks then a.ticks={}end local hR,C,w={},(o-1600000000000)*1000,nil for d=1,1000 do hR[d]=C local V=a.ticks[C]if not V then local gC,hh=cD(C*10),cD(C*10+9999)local t=redis.call('ZRANGE',gV,hh,gC,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]V=t and(t-t%10)/10 or C-1 end if V<C+999 then w=V+1 break end C=math.max(C+1000,V-V%1000)end w=w or C for A,iY in ipairs(hR)do a.ticks[iY]=w end return w end ";
const $bucketOfBytes = "local function cc(b)local gX=#b for d=1,#b,8 do local X,Y,iq,is,it,iu,iv,iw=string.byte(b,d,d+7)gX=(gX*31+X+(Y or 0)*3+(iq or 0)*5+(is or 0)*7+(it or 0)*11+(iu or 0)*13+(iv or 0)*17+(iw or 0)*19)%65521 end return gX%16+1 end ";
const $bucketOf = "local function cb(b)local C,fO=string.byte(b,1,2)if C==95 and#b==13 and fO<103 and fO>47 and(fO<58 or fO>96)then return fO<58 and fO-47 or fO-86 end return cc(b)end ";
const $readJobs = "local function eB(x,E,i,gJ)local I={}for d=1,#i do local b=i[d]if gJ==2 then I[d*2-1]=b end I[d*gJ]='\\t'..b end local gm=cb(i[1])local ga=cb(i[#i])if gm==ga then local L,hE=nil,gJ==2 if hE then L=redis.call('HMGET',x[E+gm],unpack(I))for d=1,#i do if not L[d*2-1]then hE=false break end end end if hE then return L,x[E+gm],nil,I end end local gP,hN,M,hG={},{},{},{}for d=1,#i do local q=cb(i[d])local r=x[E+q]gP[d]=r if not M[r]then M[r],hG[r]={},{}end local f,gI=M[r],hG[r]for gs=(d-1)*gJ+1,d*gJ do local G=#f+1 f[G],gI[G]=I[gs],gs end end for r,f in pairs(M)do local L,gI=redis.call('HMGET',r,unpack(f)),hG[r]for gs=1,#f do hN[gI[gs]]=L[gs]end end return hN,nil,gP,I end ";
const $heldBytes = "local function ds(fV)if fV<128 then return string.char(fV,0,0)end local gv=fV%128 local gZ=(fV-gv)/128%128 return string.char(gv,gZ,(fV-gv-gZ*128)/16384)end ";
const $formatGroup = "local function dd(c)local fV=ds(math.max(0,c.held))if c.tat>0 then return'\\2'..fV..string.format('%07d%08d%015d',c.number,c.back,c.tat)..c.head elseif c.number>0 then return'\\1'..fV..string.format('%07d%08d',c.number,c.back)..c.head end return'\\0'..fV..c.head end ";
const $parseGroup = "local function ej(c,m)local ge,gv,gZ,hD=string.byte(m or'',1,4)c.text,c.held,c.number,c.back,c.tat,c.head=m,0,0,0,0,''if hD then c.held=gv+gZ*128+hD*16384 if ge==0 then c.head=string.sub(m,5)end if ge==1 or ge==2 then c.number,c.back=tonumber(string.sub(m,5,11))or 0,tonumber(string.sub(m,12,19))or 50000000 c.head=string.sub(m,ge==1 and 20 or 35)end if ge==2 then c.tat=tonumber(string.sub(m,20,34))or 0 end end c.oldNumber=c.number end ";
const $readLimits = "local function eC(a,jw)local m=jw or redis.call('HGET',a.meta,'limits')or'0 - - - - -|- - - -'local fP,fY,fW,hL,hI,jD,iy,jE,jC=string.match(m,'^%d+ (%S) (%S+) (%S+) (%S+) (%S+)|(%S+) (%S+) (%S+) (%S+)')a.limits={order=fP,cap=fP=='-'and tonumber(fY)or fP~='-'and 1 or math.huge,rate=fW~='-'and{limit=fW+0,per=hL+0,burst=hI+0}or nil,queueCap=tonumber(jD)or math.huge,queueRate=iy~='-'and{limit=iy+0,per=jE+0,burst=jC+0}or nil}return a.limits end ";
const $startTick = "local function ft(gj,gM,W)local iA=gj.per*1000/gj.limit return gM-math.floor(math.max(0,gj.burst-W)*iA+math.min(gj.burst,iA/2))end ";
const $spendTokens = "local function fr(a,gj,gM,W)return math.max(gM,(a.now-1600000000000)*1000)+math.ceil(W*gj.per*1000/gj.limit)end ";
const $formatMember = "local function df(h)if h.mark=='-'and h.cost==1 and h.group then return h.group end return'\\1'..h.mark..cD(h.cost)..' '..(h.group or'')end ";
const $readMembers = "local function eE(a,x,E,i)local gx,M=a.members or{},{}a.members=gx for A,b in ipairs(i)do if gx[b]==nil then gx[b]=false local q=cb(b)local f=dP(M,x[E+q])f[#f+1]='\\1'..b end end for r,I in pairs(M)do for d,m in ipairs(redis.call('HMGET',r,unpack(I)))do if m then local gO,W,c=string.match(m,'^\\1(%S)(%d+) (.*)$')gx[string.sub(I[d],2)]={mark=gO or'-',cost=(W or 1)+0,group=c~=''and(c or m),text=m,bucket=r}end end end return gx end ";
const $applyOverride = "local function bM(a,c,m)local fY,fW,hL,hI,hc=string.match(m,'^%d+ (%S+) (%S+) (%S+) (%S+) (%S+)')if not fY then return end if fY~='-'and a.limits.order=='-'then c.cap=fY+0 end if fW~='-'then c.rate={limit=fW+0,per=hL+0,burst=hI+0}end if hc~='-'then c.pausedUntil=hc=='0'and math.huge or hc+0 end end ";
const $readGroups = "local function eA(a,e,H)if not a.limits then eC(a)end local S,gr=a.groups or{},{}a.groups=S for A,p in ipairs(H)do if not S[p]then S[p]={name=p,cap=a.limits.cap,rate=a.limits.rate,pausedUntil=0,text=false,held=0,number=0,back=0,tat=0,head='',oldNumber=0,leaving=0}gr[#gr+1]=p end end if#gr==0 then return S end for d,m in ipairs(redis.call('HMGET',e.groups,unpack(gr)))do ej(S[gr[d]],m)end if dp(a,'o')then for d,m in ipairs(redis.call('HMGET',e.overrides,unpack(gr)))do if m then bM(a,S[gr[d]],m)end end end return S end ";
const $startTime = "local function fu(c,gM,W)if not c.rate then return c.pausedUntil end local w=ft(c.rate,gM,W)return math.max(c.pausedUntil,(w+999-(w+999)%1000)/1000+1600000000000)end ";
const $blockedRange = "local function ca(q)local C=q*10*100000000 return cD(C),'('..cD(C+1000000000)end ";
const $priorityOfBlocked = "local function es(t)return(t-t%100000000)/100000000%10 end ";
const $limitUntil = "local function dM(a,o)dR(a,o)if not a.limitedUntil or o<a.limitedUntil then a.limitedUntil=o end end ";
const $groupOf = "local function dm(a,b)local h=a.members[b]return h and h.group and a.groups[h.group]or nil end ";
const $numberGroup = "local function ef(a,e,c)if c.number>0 then return end local ga=a.lastNumber or tonumber(redis.call('HGET',e.lines,'')or'0')repeat ga=ga%9000000+1 until redis.call('HEXISTS',e.lines,cD(ga))==0 a.lastNumber,c.number,c.back=ga,ga,50000000 end ";
const $block = "local function bW(a,e,c,b,y,jG)a.members[b].mark='-'c.added=bJ(c.added,{id=b,score=(c.number*10+y)*100000000+jG})end ";
const $blockAtBack = "local function bX(a,e,c,b,y)ef(a,e,c)bW(a,e,c,b,y,c.back)c.back=math.min(c.back+1,99999999)end ";
const $blockInFront = "local function bY(a,e,c,b,y)ef(a,e,c)if not c.fronts then c.fronts={}end local hJ=c.fronts[y]if not hJ then local C=(c.number*10+y)*100000000 local t=redis.call('ZRANGE',e.blocked,cD(C),cD(C+100000000-1),'BYSCORE','LIMIT','0','1','WITHSCORES')[2]hJ=t and t%100000000 or 50000000 end c.fronts[y]=math.max(0,hJ-1)bW(a,e,c,b,y,c.fronts[y])end ";
const $becomeHead = "local function bU(a,e,c,b,y,K,o)local h,g,t=a.members[b]or{},'ready',K c.head,c.hasNewHead,h.mark=b,true,'-'if o<=a.now then a.readied=a.readied+1 else h.mark,g,t='t','delayed',cJ(dk(a,e.delayed,o),y)a.sooner=true dM(a,o)end if h.set==g then a.from[g][h.at]=''fm(a,e[g],b,redis.call('ZSCORE',e[g],b))end cM(a,g,t,b)end ";
const $admitReady = "local function bH(a,e,fR)local f,gS,fP=a.to.ready or{},{},{}a.to.ready=nil for d=1,#f,2 do local K,b=f[d],f[d+1]local T,c,h=fR[b],dm(a,b),a.members[b]if not c or a.old and a.old[e.ready..b]then cM(a,'ready',K,b)elseif h.keptScore then a.readied=a.readied-1 c.added=bJ(c.added,{id=b,score=h.keptScore+0})else local gH=h.staysHead or T and h.mark~='-'or T=='held'and(K%900000000000000<=a.openTick or a.limits.order~='-')gS[#gS+1],fP[d]=d,gH and K-9000000000000000 or er(K)*#f+d end end a.readied=a.readied-#gS table.sort(gS,function(X,Y)return fP[X]<fP[Y]end)for A,d in ipairs(gS)do local K,b,gH=f[d],f[d+1],fP[d]<0 local c,y=dm(a,b),er(K)local h,o=a.members[b],0 if not gH or h.staysHead then o=fu(c,c.tat,h.cost)end if gH and o==math.huge then o=0 end if c.head==''and(gH or c.number==0 and c.held<c.cap and o<math.huge)then bU(a,e,c,b,y,K,o)elseif gH then a.sentBack=bK(a.sentBack,K,b)else bX(a,e,c,b,y)if not c.hasNewHead and y<(c.bestPriority or 10)then c.bestPriority=y end end end end ";
const $replaceHeads = "local function eY(a,e,x,E)local Q,S={},{}if a.limits.order~='-'then return end for A,c in pairs(a.groups)do if c.bestPriority and c.head~=''then Q[#Q+1]=c.head S[c.head]=c end end if#Q==0 then return end table.sort(Q)eE(a,x,E,Q)local hw,gV=redis.call('ZMSCORE',e.ready,unpack(Q)),redis.call('ZMSCORE',e.delayed,unpack(Q))for d,b in ipairs(Q)do local g,y,c=hw[d]and'ready'or'delayed',nil,S[b]if hw[d]then y=er(hw[d]+0)elseif gV[d]then y=gV[d]%10 end if y and y>c.bestPriority then dG(a,g,b)c.head,a.members[b].isSentBack='',true if g=='ready'then a.readied=a.readied-1 end a.sentBack=bK(a.sentBack,eo(y,0),b)end end end ";
const $blockSentBack = "local function bZ(a,e)local f=a.sentBack or{}for d=#f,2,-2 do bY(a,e,dm(a,f[d]),f[d],er(f[d-1]))end end ";
const $firstBlocked = "local function cY(e,c)local v,t,gq if c.number==c.oldNumber then local gC,hh=ca(c.number)local L=redis.call('ZRANGE',e.blocked,gC,hh,'BYSCORE','LIMIT','0',cD(c.leaving+1),'WITHSCORES')for d=1,#L,2 do if not v and not(c.gone and c.gone[L[d]])then v,t=L[d],L[d+1]+0 end end end for A,N in ipairs(c.added or{})do if not t or N.score<t then v,t,gq=N.id,N.score,N end end return v,t,gq end ";
const $admitHead = "local function bG(a,e,x,E,c)if c.head~=''or c.number==0 or c.held>=c.cap then return end local b,t,gq=cY(e,c)if not b then c.number,c.back=0,0 end if not b or c.pausedUntil==math.huge then return end local o=0 if c.rate or c.pausedUntil>a.now then eE(a,x,E,{b})o=fu(c,c.tat,a.members[b]and a.members[b].cost or 1)end if gq then gq.id=nil else dG(a,'blocked',b)end a.tick=a.tick+1 a.lastTick=nil local y=es(t)bU(a,e,c,b,y,eo(y,a.tick),o)end ";
const $STATES_WITH_GROUPS = "local bp={'delayed','blocked','leased','failed','done','ready'}";
const $changeMember = "local function cf(a,r,b,W,c)local k=a.members[b]or{}local h={mark='-',cost=(W or 1)+0,group=c and c~=''and c,bucket=r,text=k.text,before=k}a.members[b]=h return h end ";
const $keepStaying = "local function dA(a,e)for A,g in ipairs(bp)do local hA,f,i={},a.to[g]or{},a.from[g]or{}for d=2,#f,2 do hA[f[d]]=true end for d,b in ipairs(i)do local h=hA[b]and a.members[b]if hA[b]and not(h and h.isSentBack)then i[d]=''fm(a,e[g],b,redis.call('ZSCORE',e[g],b))end end end end ";
const $dropField = "local function cE(a,B,J)if not a.drops then a.drops={}end local f=dP(a.drops,B)f[#f+1]=J end ";
const $dropFurtherField = "local function cF(a,r,J)cE(a,r,J)a.runsLess=(a.runsLess or 0)+1 end ";
const $removeJob = "local function eU(a,r,b,u)cE(a,r,b)if u then cF(a,r,'\\t'..b)end end ";
const $addEnding = "local function bw(a,b,P)a.endings=bK(a.endings,b,P)end ";
const $writeField = "local function fH(a,r,J,F)if not a.writes then a.writes={}end ev(dP(a.writes,r),J,F)end ";
const $rewriteField = "local function fe(a,r,J,F,k)fm(a,r,J,k)if#F>#k then fH(a,r,J,F)else if not a.rewrites then a.rewrites={}end ev(dP(a.rewrites,r),J,F)end end ";
const $putField = "local function ex(a,B,J,F,k)if F and not k then fH(a,B,J,F)elseif F and F~=k then fe(a,B,J,F,k)elseif k and not F then cE(a,B,J)end end ";
const $writeGroups = "local function fJ(a,e)for p,c in pairs(a.groups)do for A,N in ipairs(c.added or{})do if N.id then cM(a,'blocked',cD(N.score),N.id)end end local m if c.tat<=(a.now-1600000000000)*1000 then c.tat=0 end if c.held>0 or c.head~=''or c.number>0 or c.tat>0 then m=dd(c)end ex(a,e.groups,p,m,c.text)if c.number~=c.oldNumber then if c.number>0 then fH(a,e.lines,cD(c.number),cD(a.now)..' '..p)end if c.oldNumber>0 then cE(a,e.lines,cD(c.oldNumber))end end end if a.lastNumber then ex(a,e.lines,'',cD(a.lastNumber),redis.call('HGET',e.lines,''))end end ";
const $writeMembers = "local function fK(a)local ha={}for A,f in pairs(a.drops or{})do for b,J in ipairs(f)do ha[J]=true end end for b,h in pairs(a.members)do if h then local m if not ha[b]and(h.group or h.cost~=1)then m=df(h)end ex(a,h.bucket,'\\1'..b,m,h.text)if not h.text and m then a.runsMore=(a.runsMore or 0)+1 end if h.text and not m then a.runsLess=(a.runsLess or 0)+1 end end end end ";
const $slotOf = "local function fp(g,gO)if g=='leased'or gO=='h'and(g=='delayed'or g=='failed')then return'held'end if g=='ready'or gO=='t'and g=='delayed'then return'head'end return g=='blocked'and g or nil end ";
const $movedIds = "local function dX(a)local i,fT={},{}local function gy(b)if not fT[b]and b~=bc then fT[b]=true i[#i+1]=b end end for A,g in ipairs(bp)do for b,c in ipairs(a.from[g]or{})do gy(c)end local f=a.to[g]or{}for d=2,#f,2 do gy(f[d])end end return i end ";
const $countLeaving = "local function cu(a,fX)local fR={}for A,g in ipairs(bp)do for d,b in ipairs(a.from[g]or{})do local h=a.members[b]local k=h and h.before or h local c=k and k.group and a.groups[k.group]if c and h.set~=g then h.set,h.at=g,d local T=fp(g,k.mark)if not h.before or h.staysHeld and T=='held'and k.group==h.group then fR[b]=T end if T=='head'then if c.head==b then c.head=''end elseif T=='blocked'then c.leaving=c.leaving+1 if not c.gone then c.gone={}end c.gone[b]=true elseif T then local gg=c.name..'\\0'..b c.held,fX[gg]=c.held-1,(fX[gg]or 0)-1 end end end end return fR end ";
const $countEntering = "local function cr(a,e,fR,fX)for A,g in ipairs(bp)do local f=g~='ready'and a.to[g]or{}for d=2,#f,2 do local b=f[d]local c=dm(a,b)local hK=a.old and a.old[e[g]..b]if c and hK and g=='delayed'then fR[b],hK='head',nil if c.head==b then c.head=''end end if c and not hK then local h,fP=a.members[b],a.limits.order if g=='delayed'and a.limited and a.limited[b]then h.mark='t'else h.mark=fR[b]and(g=='delayed'and fP~='-'or g=='failed'and fP=='s')and'h'or'-'end local T=fp(g,h.mark)if T=='head'then c.head=b elseif T then local gg=c.name..'\\0'..b c.held,fX[gg]=c.held+1,(fX[gg]or 0)+1 end if g=='leased'and c.rate then c.tat=fr(a,c.rate,c.tat,h.cost)end end end end end ";
const $countLeft = "local function cv(a,g)local q,fT=0,{}for A,b in ipairs(a.from[g]or{})do if b~=''and b~=bc and not fT[b]then fT[b]=true q=q+1 end end return q end ";
const $countReady = "local function cx(a,e)local q,f=redis.call('ZCARD',e.ready)-cv(a,'ready'),a.to.ready or{}for d=2,#f,2 do if not(a.old and a.old[e.ready..f[d]])then q=q+1 end end return q end ";
const $countFreedSlots = "local function cs(a,e)local fY=a.limits.queueCap if fY==math.huge or not a.from.leased then return end local hO=redis.call('ZCARD',e.leased)local id=fY-hO+cv(a,'leased')-#(a.to.leased or{})/2 if hO>=fY and id>a.readied then a.readied=math.max(a.readied,math.min(id,cx(a,e)))end end ";
const $arrangeGroups = "local function bP(a,e,x,E,g)if not dp(a,'g')then return end if g then a.from[g]=a.from.state end local i,H,fT,fX=dX(a),{},{},{}if#i==0 and not a.touched then return end if not a.limits then eC(a)end eE(a,x,E,i)for b,ho in pairs(a.followed or{})do cf(a,ho.bucket,b,ho.cost,ho.group).staysHeld=ho.hasFailed and a.limits.order=='s'end local function gy(p)if p and not fT[p]then fT[p]=true H[#H+1]=p end end for A,p in ipairs(a.touched or{})do gy(p)end for A,b in ipairs(i)do local h=a.members[b]if h and h.before then gy(h.before.group)end if h then gy(h.group)end end eA(a,e,H)local fR=cu(a,fX)cr(a,e,fR,fX)bH(a,e,fR)eY(a,e,x,E)bZ(a,e)for A,p in ipairs(H)do bG(a,e,x,E,a.groups[p])end for gg,hC in pairs(fX)do if hC>0 then cM(a,'holders','0',gg)elseif hC<0 then dG(a,'holders',gg)end end fK(a)fJ(a,e)cs(a,e)if a.followed or a.replaces then dA(a,e)end if g then a.from[g]=nil end end ";
const $addMember = "local function bz(a,r,b,m)local W,c=string.match(m,'^(%d+) (.*)$')if not dp(a,'g')then a.flags=a.flags..'g'end if not a.members then a.members={}end a.members[b]={mark='-',cost=W+0,group=c~=''and c,bucket=r}end ";
const $arrangeAdded = "local function bN(a,e,x,E,gl,jh)bP(a,e,x,E)local f={}for d=1,#gl do f[d]=string.sub(gl,d,d)end for A,g in ipairs({'blocked','delayed'})do local hk=a.to[g]or{}for d=2,#hk,2 do local mu=jh[hk[d]]if mu then f[mu]=string.sub(g,1,1)end end end return table.concat(f)end ";
const $hasListeners = "local function dq(a)if a.flags~='h'and not dp(a,'h')then return a.isNew end if dp(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function fC(a,hT)local gN='-'if a.due~=aZ then gN=cD(math.max(0,a.due-a.now))end local q=hT and'0'or'-'if a.readied>0 then q=a.readied==1 and'1'or cD(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',q..' '..gN)end ";
const $STATE_LETTERS = "local bq={ready='R',delayed='D',blocked='B',leased='L',failed='F',done='C'}";
const $flagLarge = "local function cZ(a,jB)if#jB>2000 and not dp(a,'l')then a.flags=a.flags..'l'end end ";
const $statesOf = "local function fv(a,e,i)local jH={}for d,hS in ipairs(redis.call('ZMSCORE',e.seen,unpack(i)))do if hS and hS-a.now>0 then jH[i[d]]='S'end fm(a,e.seen,i[d],hS)end for g,P in pairs(bq)do local hW=e[g]and redis.call('ZMSCORE',e[g],unpack(i))or{}for d,t in ipairs(hW)do if t then jH[i[d]]=P end end end return jH end ";
const $addJobs = "local function bx(a,e,x,E,gL,C,S)local jd,gt={},C while gL[gt]do local q,jN=string.match(gL[gt],'^%d (%d+) %S+ (%S+)')if jN~='-'then for d=1,q do jd[#jd+1]=gL[gt+d*2-1]end end gt=gt+q*2+1 end local kx,gl,jh={},{},{}if#jd>0 then kx=fv(a,e,jd)end gt=C while gL[gt]do local y,q,kr,jN,iJ,lf,gI,h=string.match(gL[gt],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+) ?(.*)$')local ge,jO=string.sub(kr,1,1),tonumber(string.sub(kr,2))for d=1,q do local b,jB=gL[gt+d*2-1],gL[gt+d*2]local P=kx[b]if not P then a.tick=a.tick+1 local w=a.tick P='r'if ge=='+'and jO>0 then P,w='d',dk(a,e.delayed,a.now+jO)elseif ge=='@'and jO>a.now then P,w='d',dk(a,e.delayed,jO)end local K=eo(y,w)local ii=fA(w)~=a.now and' c'..cD(a.now)or''if iJ~='-'then ii=ii..' m'..iJ end if lf~='-'then local gK=a.now+lf ii=ii..' x'..cD(gK)cM(a,'expiring',cD(gK),b)dR(a,gK)end if gI~='-'then ii=ii..' o'..gI end if P=='r'then cM(a,'ready',K,b)a.readied=a.readied+1 else cM(a,'delayed',cJ(w,y),b)a.sooner=true dR(a,fA(w))end cZ(a,jB)local c=cb(b)local r=x[E+c]ev(dP(a.writes,r),b,K..ii..':'..jB)if jN~='-'and jN~='0'then cM(a,'seen',cD(a.now+jN),b)end if h~=''then S.addMember(a,r,b,h)end kx[b]=string.upper(P)jh[b]=#gl+1 end gl[#gl+1]=P end gt=gt+q*2+1 end return table.concat(gl),jd,jh end ";
const $beginEndings = "local function bV(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function fg(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)bV(a,e)end ";
const $writeEndings = "local function fE(a,e)if not a.finished and not a.endings then return end local f,w,iM={},a.lastTick if a.finished then local jc='C'..w for d,b in ipairs(a.finished)do f[d*2-1],f[d*2]=b,jc end iM=a.completed-#a.finished==0 end if a.endings then for d=1,#a.endings,2 do ev(f,a.endings[d],a.endings[d+1]..w)end end if e.endedBefore then iM=redis.call('EXISTS',e.endings)==0 end if iM then bV(a,e)end local n=redis.pcall('HSET',e.endings,unpack(f))if e.endedBefore and not iM and type(n)=='table'and string.sub(n.err,1,3)~='OOM'then fg(a,e)end end ";
const $lastEndings = "local function dD(e,i)local L=redis.call('HMGET',e.endings,unpack(i))for d,jc in ipairs(redis.call('HMGET',e.endedBefore,unpack(i)))do L[d]=L[d]or jc end return L end ";
const $DEFINITION = "local ah='^(%x+) (%l) (%d+) (%d+) (%S+) (%d) (%S+) (%S+) (%S+) ?([^\\n]*)\\n([^\\n]*)\\n(.*)$'";
const $SCHEDULE_STATE = "local bk='^(%d+) (%d+) (%d+) (%d+) (%d) (%d+) (%d+) (%d+) (%d+) (%S+) (%S+)\\n([^\\n]*)\\n([^\\n]*)(.*)$'";
const $readScheduleFields = "local function eH(e,i)local I={}for d,b in ipairs(i)do I[d*2-1],I[d*2]=b,'\\t'..b end return redis.call('HMGET',e.schedules,unpack(I))end ";
const $parseSchedule = "local function em(b,kf,gD)local z,kz,kd,jY={id=b,text=gD,definition=kf,slots={},runs={}},nil,nil,nil z.digest,z.overlap,z.catchUp,z.most,z.limit,z.priority,z.max,z.ttl,z.own,z.member,z.times,z.payload=string.match(kf or'',ah)z.version,z.made,z.changed,z.cursor,z.isLast,z.number,z.missed,z.skipped,z.late,z.paused,z.buffered,kz,kd,jY=string.match(gD or'',bk)if not z.digest or not z.version then return nil end z.note,z.wasBuffered=kz,z.buffered for T in string.gmatch(kd,'%S+')do z.slots[#z.slots+1]=T end for T,jP,lI,lT in string.gmatch(jY,'(%d+) (%l) (%d+) (%S+)')do z.runs[#z.runs+1]={slot=T,reason=jP,firedAt=lI,outcome=lT}end return z end ";
const $slotTime = "local function fq(T)local o,ku=string.match(T,'^(%d+)%+?(%d*)$')return tonumber(o)or 0,tonumber(ku)or 0 end ";
const $formatSchedule = "local function dh(z)local D={table.concat({z.version,z.made,z.changed,z.cursor,z.isLast,z.number,z.missed,z.skipped,z.late,z.paused,z.buffered},' '),z.note,table.concat(z.slots,' ')}for d=math.max(1,#z.runs-10+1),#z.runs do local u=z.runs[d]D[#D+1]=table.concat({u.slot,u.reason,u.firedAt,u.outcome},' ')end return table.concat(D,'\\n')end ";
const $isUsedUp = "local function dz(z)return z.limit~='-'and z.number-z.limit>=0 end ";
const $nextSlotTime = "local function ec(a,z,kU)if z.paused~='-'then return aZ end local o=aZ if not dz(z)then if z.slots[1]then o=cD(fq(z.slots[1]))elseif z.isLast=='0'then o=cD(kU)end end local lE=cD(a.now+60000)if z.buffered~='-'and lE-o<0 then o=lE end return o end ";
const $writeSchedule = "local function fM(a,e,z,t,kU)ex(a,e.schedules,'\\t'..z.id,dh(z),z.text)local o=ec(a,z,kU)if o~=t then fm(a,e.slots,z.id,t)cM(a,'slots',o,z.id)if o-a.due<0 then dR(a,o)a.sooner=true end end local hC=(z.buffered=='-'and 0 or 1)-(z.wasBuffered=='-'and 0 or 1)if hC~=0 then a.bufferedChange=(a.bufferedChange or 0)+hC end end ";
const $countBuffered = "local function cp(a)local hC=a.bufferedChange or 0 if hC==0 then return end local k=redis.call('HGET',a.meta,'buffered')or'0'co(a,'buffered',hC)a.flags=string.gsub(a.flags,'b','')if k+hC>0 then a.flags=a.flags..'b'end end ";
const $WAITING_STATES = "local bt={'ready','delayed','blocked','leased'}";
const $runId = "local function fj(z,T)return z.id..':'..T end ";
const $readOutcomes = "local function eF(e,kC)local i,gc={},{}for A,z in ipairs(kC)do for a,u in ipairs(z.runs)do if u.outcome=='-'then i[#i+1]=fj(z,u.slot)gc[#gc+1]=u end end end if#i==0 then return end for A,g in ipairs(bt)do for d,t in ipairs(redis.call('ZMSCORE',e[g],unpack(i)))do if t then gc[d].set=g end end end local iC,kY=redis.call('ZMSCORE',e.failed,unpack(i)),redis.call('ZMSCORE',e.done,unpack(i))local gk=dD(e,i)for d,u in ipairs(gc)do if not u.set then local P,w=string.match(gk[d]or'','^(%u)(%d+)$')if iC[d]then u.outcome='F'..iC[d]elseif kY[d]then u.outcome='C'..kY[d]elseif P then u.outcome=P..cD(fA(w))else u.outcome='U0'end end end end ";
const $fireSlot = "local function cX(a,z,gL,T,jP)local o,ku=fq(T)local kr,gI='-','s'..jP..cD(o)if o+ku>a.now then kr='@'..cD(o+ku)end if z.own~='-'then gI=z.own..'/'..gI end local ge={z.priority,'1',kr,'0',z.max,z.ttl,gI}if z.member~=''then ge[8]=z.member end gL[#gL+1]=table.concat(ge,' ')ev(gL,fj(z,cD(o)),z.payload)z.runs[#z.runs+1]={slot=cD(o),reason=jP,firedAt=cD(a.now),outcome='-'}end ";
const $addRuns = "local function bD(a,e,x,E,gL)if not a.writes then a.writes={}end local gl,A,jh=bx(a,e,x,E,gL,1,{addMember=bz})local b,gq=string.gsub(gl,'%l','')gl=bN(a,e,x,E,gl,jh)a.enqueued=cD(a.enqueued+gq)if gq<#gl then co(a,'duplicates',#gl-gq)end return gl end ";
const $EVENT_LETTERS = "local ak={done='C',failed='F',delayed='D',blocked='B',ready='R',leased='L'}";
const $formatEvents = "local function dc(a,e)local D,fN,hr={},{},{}local gk,o=a.endings or{},cD(a.now)for A,b in ipairs(a.from.done or{})do hr[b]=true end for d=1,#gk,2 do local b,P=gk[d],a.from.state and'P'or gk[d+1]if P~='F'and(P~='C'or not hr[b])then D[#D+1]=P..b end end for A,b in ipairs(a.failures or{})do D[#D+1]='F'..b end for A,g in ipairs({'done','failed','delayed','blocked','ready','leased'})do local f=a.to[g]or{}for d=2,#f,2 do local b=f[d]if b~=bc and not(a.old and a.old[e[g]..b])then D[#D+1]=ak[g]..b end end end local C,G=1,0 for d=1,#D do G=G+#D[d]+1 if G>8000 or d==#D then fN[#fN+1]=o..'\\n'..table.concat(D,'\\n',C,d)C,G=d+1,0 end end return fN end ";
const $writeEvents = "local function fG(a,e,fN)local I=redis.pcall('HMGET',a.meta,'events','recorded')local he,k=string.match(I[1]or'','^%d+')or'0',(tonumber(I[2])or 0)-#fN for d,m in ipairs(fN)do redis.pcall('XADD',e.events,'MAXLEN',he,cD(k+d)..'-0','e',m)end end ";
const $isRefused = "local function dx(n)return n~=0 and n~=1 and type(n)=='table'end ";
const $writeFields = "local function fI(a,M)local j for B,f in pairs(M)do if not j then local n=redis.pcall('HSET',B,unpack(f))if dx(n)then j=n end end end return j end ";
const $revert = "local function fd(M,gT,h,ib,gR)for B,f in pairs(M)do for d=1,#f,2 do local p=f[d+h]local k=gT[B..p]if not k then redis.pcall(ib,B,p)elseif gR=='ZADD'then redis.pcall(gR,B,k,p)else redis.pcall(gR,B,p,k)end end end end ";
const $commit = "local function ci(a,e,s,gn)local gc=(a.runsMore or 0)-(a.runsLess or 0)if gc~=0 then a.runs=cD(math.max(0,a.runs+gc))end a.lastTick=a.lastTick or cD(a.tick)local v='2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.latencies..a.measured local fZ if e.events and dp(a,'e')then fZ=dc(a,e)if#fZ>0 then co(a,'recorded',#fZ)end end if a.totals then local H={}for p in pairs(a.totals)do H[#H+1]=p end for d,F in ipairs(redis.call('HMGET',a.meta,unpack(H)))do local p=H[d]a.fields=bK(a.fields,p,cD((F or 0)+a.totals[p]))fm(a,a.meta,p,F)end end local U=gn and s.number..'\\n'..gn local gQ=U and a.before and#U<=#a.before local j for A=1,2 do j=nil for g,f in pairs(a.to)do if not j then local n=redis.pcall('ZADD',e[g],unpack(f))if dx(n)then j=n end end end if a.oneWrite and not j then local n=redis.pcall('HSET',a.oneHash,unpack(a.oneWrite))if dx(n)then j=n end end if a.writes and not j then j=fI(a,a.writes)end if a.results then for d=1,#a.results,2 do if not j then local n=redis.pcall('SET',a.results[d],a.results[d+1],'PX',a.resultTtl)if n.err then j=n end end end end if U and not gQ and not j then local n=redis.pcall('HSET',s.replies,s.lane,U)if dx(n)then j=n end end if not j then local n if a.fields then n=redis.pcall('HSET',a.meta,'head',v,unpack(a.fields))else n=redis.pcall('HSET',a.meta,'head',v)end if dx(n)then j=n end end if a.rewrites and not j then j=fI(a,a.rewrites)end if gQ and not j then local n=redis.pcall('HSET',s.replies,s.lane,U)if dx(n)then j=n end end if not j or not a.frees or string.sub(j.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if j then local ht={}for g,f in pairs(a.to)do ht[e[g]]=f end fm(a,a.meta,'head',a.head)fd(a.rewrites or{},a.old,0,'HDEL','HSET')fd({[a.meta]=bK(a.fields,'head',v)},a.old,0,'HDEL','HSET')if U and not gQ and a.before then redis.pcall('HSET',s.replies,s.lane,a.before)end if U and not a.before then redis.pcall('HDEL',s.replies,s.lane)end if a.results then for d=1,#a.results,2 do redis.pcall('DEL',a.results[d])end end fd(a.writes or{},a.old,0,'HDEL','HSET')if a.oneWrite then fd({[a.oneHash]=a.oneWrite},a.old,0,'HDEL','HSET')end fd(ht,a.old,1,'ZREM','ZADD')return j end a.head=v if gn and not a.before then redis.pcall('PEXPIRE',s.replies,string.match(s.times,'%d+$'))end for g,f in pairs(a.from)do redis.pcall('ZREM',e[g],unpack(f))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,bc)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for B,f in pairs(a.drops)do redis.pcall('HDEL',B,unpack(f))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and fZ then fG(a,e,fZ)end return nil end ";
const $resetUnit = "local function fa(a)a.to,a.from={},{}a.writes,a.oneWrite,a.rewrites,a.drops,a.finished=nil,nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old,a.failures=nil,nil,nil,nil,nil,nil a.latencies,a.measured=a.latencies..a.measured,''a.members,a.groups,a.sentBack,a.touched,a.followed=nil,nil,nil,nil,nil a.limited,a.limitedUntil,a.lastNumber,a.overtaken=nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $releaseHeads = "local function eQ(a,e,x,E,H)local S,Q=eA(a,e,H),{}a.touched=H for A,p in ipairs(H)do local v=S[p].head if v~=''then Q[#Q+1]=v end end if#Q==0 then return end eE(a,x,E,Q)for d,t in ipairs(redis.call('ZMSCORE',e.delayed,unpack(Q)))do local h=a.members[Q[d]]if t and h and h.mark=='t'then a.tick=a.tick+1 dG(a,'delayed',Q[d])cM(a,'ready',eo(t%10,a.tick),Q[d])a.readied=a.readied+1 end end end ";
const $limitedNames = "local function dN(e)local hU,lG,H,fT,jA={},{},{},{},{}local L=redis.call('HSCAN',e.lines,'0','COUNT',cD(250))[2]for d=1,#L,2 do local q,p=tonumber(L[d]),string.match(L[d+1],'^%d+ (.+)$')if q and p and#hU<250 then hU[#hU+1]=q lG[q],fT[p]=p,true end end table.sort(hU)for d,q in ipairs(hU)do H[d]=lG[q]end L=redis.call('HSCAN',e.groups,'0','COUNT',cD(250))[2]for d=1,#L,2 do local c={}ej(c,L[d+1])if c.tat>0 and not fT[L[d]]then jA[#jA+1]=L[d]end end table.sort(jA)for A,p in ipairs(jA)do if#H<250 then H[#H+1]=p end end return H end ";
const $releaseGroups = "local function eP(a,e,x,E,H,mk)eA(a,e,H)for A,p in ipairs(H)do local c=a.groups[p]if mk and c.rate==a.limits.rate then c.tat=0 end end eQ(a,e,x,E,H)end ";
const $releaseAll = "local function eO(a,e,x,E,k,kK)local lV='^%d+ %S+ %S+ (%S+ %S+ %S+)|%S+ (%S+ %S+ %S+)'local lb,mV=string.match(k or'0 - - - - -|- - - -',lV)local gj,mW=string.match(kK,lV)local gM=mW~=mV and redis.call('HGET',a.meta,'tat')if gM then ev(a.fields,'tat','0')fm(a,a.meta,'tat',gM)end if redis.call('HLEN',e.groups)>250 then local gT=redis.call('HGET',a.meta,'release')local mL=gj~=lb or dp(a,'s')and gT and string.find(gT,'r',1,true)if not dp(a,'s')then a.flags=a.flags..'s'end ev(a.fields,'release',mL and'0 r'or'0 -')fm(a,a.meta,'release',gT)end eP(a,e,x,E,dN(e),gj~=lb)end ";
const $addListener = "local function by(a)local k=redis.call('HGET',a.meta,'heard')local ky=dp(a,'h')and k or'0'if ky-a.now>300000 then return false end if not dp(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end ev(a.fields,'heard',cD(a.now+600000))fm(a,a.meta,'heard',k)return true end ";
const $adoptLimits = "local function bI(a,e,x,E,jX)if jX==''then return false end local kJ=redis.call('HGET',a.meta,'limits')if kJ==jX then return false end if kJ and string.match(kJ,'^%d+')-string.match(jX,'^%d+')>=0 then return true end if not dp(a,'g')then a.flags=a.flags..'g'end a.fields={'limits',jX}fm(a,a.meta,'limits',kJ)if a.isNew then ev(a.fields,'born',cD(a.now))by(a)end eC(a,jX)eO(a,e,x,E,kJ,jX)bP(a,e,x,E)a.readied=math.max(a.readied,redis.call('ZCARD',e.ready))local j=ci(a,e)fa(a)a.isNew=false return false,j end ";
const $isRegistered = "local function dy(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $removeResults = "local function eW(iS)if#iS==0 then return end if redis.call('EXISTS',unpack(iS))>50 then for A,B in ipairs(iS)do redis.pcall('PEXPIRE',B,'1')end else redis.pcall('UNLINK',unpack(iS))end end ";
const $timeOfDue = "local function fz(t)return(t-t%10000)/10000+1600000000000 end ";
const $parseFollower = "local function ei(iQ)local W,c,gt=string.match(iQ,'^\\1(%d+) ([^\\n]*)\\n()')return gt and string.sub(iQ,gt)or iQ,W,c end ";
const $enterWaiting = "local function cO(a,g,t,b,gK)cM(a,g,t,b)if g=='ready'then a.readied=a.readied+1 else a.sooner=true dR(a,fz(t))end if gK~='0'then cM(a,'expiring',gK,b)dR(a,tonumber(gK))end end ";
const $restartSlots = "local function fb(a,z)a.tick=a.tick+1 z.version,z.cursor,z.isLast,z.slots=cD(a.tick),cD(a.now),'0',{}end ";

/** 31273 bytes. */
export const advance = /* @__PURE__ */ script(
  "advance",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "done", "expiring", "seen", "events", "groups", "holders", "lines", "overrides", "endings", "endedBefore", "schedules", "slots", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "refillCount", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],done=KEYS[7],expiring=KEYS[8],seen=KEYS[9],events=KEYS[10],groups=KEYS[11],holders=KEYS[12],lines=KEYS[13],overrides=KEYS[14],endings=KEYS[15],endedBefore=KEYS[16],schedules=KEYS[17],slots=KEYS[18]}local s={replies=KEYS[19],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local x=KEYS local fW,qI=tonumber(ARGV[4]),tonumber(ARGV[5])local gL=ARGV ",
    $digits,
    $readClock,
    $timeOfTick,
    $placeOf,
    $priorityOf,
    $dueScore,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $freeTickAt,
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $heldBytes,
    $formatGroup,
    $parseGroup,
    $readLimits,
    $startTick,
    $spendTokens,
    $formatMember,
    $readMembers,
    $applyOverride,
    $readGroups,
    $startTime,
    $blockedRange,
    $priorityOfBlocked,
    $limitUntil,
    $groupOf,
    $numberGroup,
    $block,
    $blockAtBack,
    $blockInFront,
    $becomeHead,
    $admitReady,
    $replaceHeads,
    $blockSentBack,
    $firstBlocked,
    $admitHead,
    $STATES_WITH_GROUPS,
    $changeMember,
    $keepStaying,
    $dropField,
    $dropFurtherField,
    $removeJob,
    $addEnding,
    $writeField,
    $rewriteField,
    $putField,
    $writeGroups,
    $writeMembers,
    $slotOf,
    $movedIds,
    $countLeaving,
    $countEntering,
    $countLeft,
    $countReady,
    $countFreedSlots,
    $arrangeGroups,
    $addMember,
    $arrangeAdded,
    $hasListeners,
    $wake,
    $STATE_LETTERS,
    $flagLarge,
    $statesOf,
    $addJobs,
    $beginEndings,
    $rotateEndings,
    $writeEndings,
    $lastEndings,
    "local function eT(a,r,b)local J='\\4'..b if dp(a,'f')and redis.call('HEXISTS',r,J)==1 then cF(a,r,J)end end ",
    $DEFINITION,
    $SCHEDULE_STATE,
    $readScheduleFields,
    $parseSchedule,
    $slotTime,
    $formatSchedule,
    $isUsedUp,
    $nextSlotTime,
    $writeSchedule,
    $countBuffered,
    $WAITING_STATES,
    $runId,
    $readOutcomes,
    "local function bv(z)local mf={}for A,u in ipairs(z.runs)do if u.outcome=='-'then mf[#mf+1]=u end end return mf end ",
    $fireSlot,
    "local function cV(a,z,gL,T)if dz(z)then return end local qt=math.max(0,a.now-fq(T))z.number,z.late=cD(z.number+1),cD(qt)cX(a,z,gL,T,qt>60000 and'c'or'd')end local function fx(a,z)local mt,pE,jN={},{},math.max(60000,z.catchUp+0)for A,T in ipairs(z.slots)do local o=fq(T)if o>a.now then pE[#pE+1]=T elseif a.now-o>jN then z.missed=cD(z.missed+1)else mt[#mt+1]=T end end z.slots=pE while#mt>z.most+0 do table.remove(mt,1)z.missed=cD(z.missed+1)end return mt end local function cW(a,z,gL,ke)local mf=bv(z)if z.buffered~='-'and#mf==0 then cV(a,z,gL,z.buffered)z.buffered,mf='-',bv(z)end local mt=fx(a,z)for d,T in ipairs(mt)do if z.overlap=='a'then cV(a,z,gL,T)elseif z.overlap=='c'and d<#mt then z.skipped=cD(z.skipped+1)elseif z.overlap=='c'or#mf==0 then if not dz(z)then for A,u in ipairs(mf)do ke[#ke+1]={id=fj(z,u.slot),set=u.set}u.outcome='X'..cD(a.now)end end cV(a,z,gL,T)mf=bv(z)elseif z.overlap=='b'and z.buffered=='-'then z.buffered=T else z.skipped=cD(z.skipped+1)end end if dz(z)then z.slots,z.buffered={},'-'end end local function ce(a,e,x,E,ke)local i={}for d,u in ipairs(ke)do i[d]=u.id end if#i==0 then return end local fN,gm,gP=eB(x,E,i,1)for d,u in ipairs(ke)do local r=gm or gP[d]dG(a,u.set,u.id)dG(a,'expiring',u.id)eU(a,r,u.id,fN[d])eT(a,r,u.id)bw(a,u.id,'X')end co(a,'cancelled',#i)end ",
    $addRuns,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    "local function sE(z,m)local kX,kn,iO,nP,sj,kd=string.match(m,'^(%d+) (%d+) (%d+) (%d) (%d+)\\n([^\\n]*)')if kX~=z.version or kn~=z.cursor then return end for T in string.gmatch(kd,'%S+')do z.slots[#z.slots+1]=T end z.cursor,z.isLast,z.missed=iO,nP,cD(z.missed+sj)end local a=dZ(e.meta)local hs=eg(a,s)if hs then return hs end local pC,i,fT={},{},{}local function gy(b)if not fT[b]then fT[b]=true i[#i+1]=b end end for d=1,qI do local m=gL[6+d-1]local b=string.match(m,'([^\\n]*)$')pC[b]=m gy(b)end for d=6+qI,#gL do gy(gL[d])end local gN=redis.call('ZRANGE',e.slots,'-inf',cD(a.now),'BYSCORE','LIMIT','0',cD(fW))for A,b in ipairs(gN)do gy(b)end local kC,ow,pK,ke={},{},{},{}if#i>0 then local I,hW=eH(e,i),redis.call('ZMSCORE',e.slots,unpack(i))for d,b in ipairs(i)do local z=em(b,I[d*2-1],I[d*2])if z then z.score=hW[d]kC[#kC+1]=z elseif hW[d]then dG(a,'slots',b)end end eF(e,kC)end for A,z in ipairs(kC)do if pC[z.id]then sE(z,pC[z.id])end if z.paused=='-'then cW(a,z,pK,ke)end if z.paused=='-'and z.isLast=='0'and#z.slots<8 and not dz(z)then ow[#ow+1]=z.id..'\\n'..z.times..'\\n'..table.concat({z.version,z.cursor,z.catchUp,z.most},' ')end fM(a,e,z,z.score,a.now+5000)end cp(a)ce(a,e,x,19,ke)local pZ=#pK/3 local m=table.concat({cD(pZ),#gN>=fW and'1'or'0',cD(a.now)},' ')local iH=false if kC[1]or a.from.slots then if pZ+#ke>0 then bD(a,e,x,19,pK)end iH=(a.readied>0 or a.sooner)and dq(a)local j=ci(a,e,s,m)if j then return j end fE(a,e)end if iH then fC(a)end return'ok\\n'..m..(ow[1]and'\\n'..table.concat(ow,'\\n')or'')",
  ],
);

/** 7292 bytes. */
export const enqueueGroupedPlain = /* @__PURE__ */ script(
  "enqueueGroupedPlain",
  ["meta", "ready", "blocked", "groups", "lines", "bucket", "replies"],
  ["lane", "number", "times", "priority", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local t=unpack local r=redis.call local ab=string.match local x=string.sub local ah=string.byte local g=redis.pcall local aQ=tonumber local W=string.find local m=string.format local N=type local v,ay,cE,bl,bt,dB,T=t(KEYS,1,7)local as=ARGV[1]local aD=ARGV[2]local ba=ARGV[3]local bx,cI=ARGV[4],ARGV[5]local Y=ARGV local bP='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bU='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bV='9999999999999'local bq='2  0 0 0 0 0 0|'local ec='50000000'local ax=0 local aM,cU local j,V,aP,bb,bd,aE,aR,bc,aO,C,G,U,z,aG,ae,bI,n,ag,aF local O repeat local au do local w=r('HGET',v,'head')local I,ao,bu j,I,V,aP,bb,bd,aE,bu=ab(w or bq,bU)aR,bc=not w,w if not I or not w and r('HEXISTS',v,'layout')==1 then au='other_layout'else aO=x(w or bq,bu)repeat if ah(ba)~=61 then local aA=g('TIME')if not aA.err then local bz,aW=aA[1]+0,aA[2]+0 C,ao=bz*1000+(aW-aW%1000)/1000,(bz-1600000000)*1000000+aW break end end local bv=aQ(ab(ba,'%d+'))C,ao=bv,(bv-1600000000000)*1000 break until true G=I+0 if G<ao then G=ao end if ao<0 or G>=899000000000000 then au='bad_clock'else au=nil end end end if au then O=au break end local l=r('HGET',T,as)if l then local f=ab(l,'^%d+')if f==aD then if not aR then g('HINCRBY',v,'replayed',1)end O='again\\n'..x(l,#f+2)break end if f-aD>0 then O='late'break end elseif aD=='0'and r('EXISTS',T)==1 then O='reused'break end U=l O=nil break until true if O then return O end local eh=#Y-6>300000 if aR or eh or not(j~=''and W(j,'g',1,true)~=nil)or W(j,'[eo]')then return'not_plain'end local cQ=r('HGET',v,'limits')or'0 - - - - -|- - - -'if cI~=''and cI~=cQ then return'not_plain'end local cJ,bK=ab(cQ,'^%d+ (%S) (%S+) %- %- %-|')if not cJ then return'not_plain'end bK=cJ~='-'and 1 or aQ(bK)or 1000000 local am,bD={},{}for av=8,#Y,3 do local s=Y[av]if s~=''and not bD[s]then am[#am+1]=s bD[s]=#am end end local bn,ai,ak,bX,D={},{},{},{},{}if am[1]then bn=r('HMGET',bl,t(am))for h=1,#am do local Z=bn[h]ak[h],bX[h]='',''if not Z then ai[h],D[h]='\\0\\0\\0',''else local cr=ah(Z)ai[h]=x(Z,2,4)if cr==0 then D[h]=x(Z,5)elseif cr==1 then ak[h],bX[h]=x(Z,5,11),x(Z,12,19)D[h]=x(Z,20)else return'not_plain'end end end end local bg={}for h=1,#am do if D[h]~=''then bg[#bg+1]=D[h]end end if bg[1]then local ea,bm=r('ZMSCORE',ay,t(bg)),(bx+1)*900000000000000 for d=1,#bg do if not ea[d]or ea[d]-bm>=0 then return'not_plain'end end end local cz,q,bH,dd,B,J=bx*900000000000000,{},nil,nil,{},0 local dg=cz+(C+1-1600000000000)*1000 local bF,aJ local function aC(A,E)local a=A[E]if not a then a={}A[E]=a end return a end for av=6,#Y,3 do local i,cK,s=Y[av],Y[av+1],Y[av+2]G=G+1 local I=cz+G local S=I%100 if S==0 or not aJ then aJ=m('%014d',(I-S)/100)end local al=aJ..x(bP,S*2+1,S*2+2)local af=al..(I>=dg and' c'..m('%d',C)..':'or':')..cK if#cK>2000 and not(j~=''and W(j,'l',1,true)~=nil)then j=j..'l'end do local b=#B B[b+1],B[b+2]=i,af end local cd,h='r',bD[s]if h then do local M='\\1'..i local b=#B B[b+1],B[b+2]=M,s end J=J+1 local M,y,cA=ah(ai[h],1,3)if D[h]==''and ak[h]==''and M+y*128+cA*16384<bK then D[h]=i else cd='b'if ak[h]==''then bF=bF or aQ(r('HGET',bt,'')or'0')repeat bF=bF%9000000+1 until r('HEXISTS',bt,m('%d',bF))==0 ak[h],bX[h]=m('%07d',bF),ec do local X=m('%d',bF)local F=m('%d',C)..' '..s if not z then z={}end do local a=aC(z,bt)local b=#a a[b+1],a[b+2]=X,F end end end do local a=dd local b=ak[h]..bx..bX[h]if not a then dd={b,i}else do local c=#a a[c+1],a[c+2]=b,i end dd=a end end bX[h]=m('%08d',math.min(bX[h]+1,99999999))end end if cd=='r'then do local a=bH if not a then bH={al,i}else do local b=#a a[b+1],a[b+2]=al,i end bH=a end end ax=ax+1 end q[#q+1]=cd end aM,cU=bH,dd aG,ae,bI=dB,B,J bb=m('%d',bb+#q)for h=1,#am do local Z if ak[h]~=''then Z='\\1'..ai[h]..ak[h]..bX[h]..D[h]else Z='\\0'..ai[h]..D[h]end if bn[h]then do local X=am[h]local F=Z local l=bn[h]if not n then n={}end n[bl..X]=l if#F>#l then if not z then z={}end do local a=aC(z,bl)local b=#a a[b+1],a[b+2]=X,F end else if not ag then ag={}end do local a=aC(ag,bl)local b=#a a[b+1],a[b+2]=X,F end end end else do local X=am[h]local F=Z if not z then z={}end do local a=aC(z,bl)local b=#a a[b+1],a[b+2]=X,F end end end end if bF then local l=r('HGET',bt,'')if l then do local F=m('%d',bF)if not n then n={}end n[bt..'']=l if#F>#l then if not z then z={}end do local a=aC(z,bt)local b=#a a[b+1],a[b+2]='',F end else if not ag then ag={}end do local a=aC(ag,bt)local b=#a a[b+1],a[b+2]='',F end end end else do local F=m('%d',bF)if not z then z={}end do local a=aC(z,bt)local b=#a a[b+1],a[b+2]='',F end end end end local an=table.concat(q)local aK if j~='h'and not(j~=''and W(j,'h',1,true)~=nil)then aK=aR else if j~=''and W(j,'p',1,true)~=nil then aK=false else if G%32~=0 or(r('HGET',v,'heard')or'0')-C>0 then aK=true else j=string.gsub(j,'h','')aK=false end end end local e do local bG=(bI or 0)-0 if bG~=0 then aP=m('%d',math.max(0,aP+bG))end aF=aF or m('%d',G)local w='2 '..j..' '..aF..' '..V..' '..aP..' '..bb..' '..bd..' '..aE..'|'..aO..''local R=an and aD..'\\n'..an local aV=R and U and#R<=#U local a for bW=1,2 do a=nil if aM then if not a then local c=g('ZADD',ay,t(aM))if c~=0 and c~=1 and N(c)=='table'then a=c end end end if cU then if not a then local c=g('ZADD',cE,t(cU))if c~=0 and c~=1 and N(c)=='table'then a=c end end end if ae and not a then local c=g('HSET',aG,t(ae))if c~=0 and c~=1 and N(c)=='table'then a=c end end if z and not a then do local A=z local b for E,c in pairs(A)do if not b then local d=g('HSET',E,t(c))if d~=0 and d~=1 and N(d)=='table'then b=d end end end a=b end end if R and not aV and not a then local c=g('HSET',T,as,R)if c~=0 and c~=1 and N(c)=='table'then a=c end end if not a then local c c=g('HSET',v,'head',w)do local br do local b=c br=b~=0 and b~=1 and N(b)=='table'end if br then a=c end end end if ag and not a then do local A=ag local b for E,c in pairs(A)do if not b then local d=g('HSET',E,t(c))if d~=0 and d~=1 and N(d)=='table'then b=d end end end a=b end end if aV and not a then local c=g('HSET',T,as,R)if c~=0 and c~=1 and N(c)=='table'then a=c end end if not a or true or x(a.err,1,3)~='OOM'then break end r('HDEL',v,'')end if a then local bf={}if aM then bf[ay]=aM end if cU then bf[cE]=cU end do local l=bc if not n then n={}end n[v..'head']=l end local function at(A,cg,ce,ci,aY)local aS=pairs local b=redis.pcall for E,c in aS(A)do for d=1,#c,2 do local s=c[d+ce]local l=cg[E..s]if not l then b(ci,E,s)elseif aY=='ZADD'then b(aY,E,l,s)else b(aY,E,s,l)end end end end at(ag or{},n,0,'HDEL','HSET')local function bQ(b,M,y)if not b then return{M,y}end do local c=#b b[c+1],b[c+2]=M,y end return b end at({[v]=bQ(nil,'head',w)},n,0,'HDEL','HSET')if R and not aV and U then g('HSET',T,as,U)end if R and not U then g('HDEL',T,as)end at(z or{},n,0,'HDEL','HSET')if ae then at({[aG]=ae},n,0,'HDEL','HSET')end at(bf,n,1,'ZREM','ZADD')e=a else bc=w if an and not U then g('PEXPIRE',T,ab(ba,'%d+$'))end e=nil end end if e then return e end if aK and ax>0 then do local bs='-'if V~=bV then bs=m('%d',math.max(0,V-C))end local f='-'if ax>0 then f=ax==1 and'1'or m('%d',ax)end g('PUBLISH',x(v,1,-5)..'wake',f..' '..bs)end end return'ok\\n'..an",
  ],
);

/** 27266 bytes. */
export const enqueueGrouped = /* @__PURE__ */ script(
  "enqueueGrouped",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "done", "expiring", "seen", "events", "groups", "holders", "lines", "overrides", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "maxLength", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],done=KEYS[7],expiring=KEYS[8],seen=KEYS[9],events=KEYS[10],groups=KEYS[11],holders=KEYS[12],lines=KEYS[13],overrides=KEYS[14]}local s={replies=KEYS[15],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local x=KEYS local iS=KEYS local nt,jS=ARGV[4],ARGV[5]local gL=ARGV ",
    $digits,
    $readClock,
    $timeOfTick,
    $placeOf,
    $priorityOf,
    $dueScore,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $freeTickAt,
    $bucketOfBytes,
    $bucketOf,
    $heldBytes,
    $formatGroup,
    $parseGroup,
    $readLimits,
    $startTick,
    $spendTokens,
    $formatMember,
    $readMembers,
    $applyOverride,
    $readGroups,
    $startTime,
    $blockedRange,
    $priorityOfBlocked,
    $limitUntil,
    $groupOf,
    $numberGroup,
    $block,
    $blockAtBack,
    $blockInFront,
    $becomeHead,
    $admitReady,
    $replaceHeads,
    $blockSentBack,
    $firstBlocked,
    $admitHead,
    $STATES_WITH_GROUPS,
    $changeMember,
    $keepStaying,
    $dropField,
    $writeField,
    $rewriteField,
    $putField,
    $writeGroups,
    $writeMembers,
    $slotOf,
    $movedIds,
    $countLeaving,
    $countEntering,
    $countLeft,
    $countReady,
    $countFreedSlots,
    $arrangeGroups,
    $addMember,
    $arrangeAdded,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    $releaseHeads,
    $limitedNames,
    $releaseGroups,
    $releaseAll,
    $hasListeners,
    $addListener,
    $wake,
    $adoptLimits,
    $STATE_LETTERS,
    $flagLarge,
    $statesOf,
    $addJobs,
    $isRegistered,
    $removeResults,
    "local function fi(e,s,iz,S)local x,iS,lJ=iz.jobs,iz.results,iz.firstResult local a=dZ(e.meta)local hs=eg(a,s)if hs then return hs end local lj=false if S then local j lj,j=S.adoptLimits(a,e,x,iz.offset,iz.limits)if j then return j end elseif dp(a,'g')then return'grouped'end a.writes={}local gl,jd,jh=bx(a,e,x,iz.offset,iz.items,iz.first,S)local A,gq=string.gsub(gl,'%l','')if iz.maxLength~=''and gq>0 then local lX=redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)if S then lX=lX+redis.call('ZCARD',e.blocked)end if lX+gq>tonumber(iz.maxLength)then return'full'end end if S then gl=S.arrangeAdded(a,e,x,iz.offset,gl,jh)end if a.to.seen then local jV=redis.call('ZRANGE',e.seen,'-inf',cD(a.now),'BYSCORE','LIMIT','0',cD(gq*2+8))for b,c in ipairs(jV)do if not jh[c]then dG(a,'seen',c)end end end a.enqueued=cD(a.enqueued+gq)if gq<#gl then co(a,'duplicates',#gl-gq)end local mZ=dy(a)local iH=(a.readied>0 or a.sooner)and dq(a)if a.isNew then a.fields={'born',cD(a.now)}by(a)end local j=ci(a,e,s,gl)if j then return j end local jV={}for d,b in ipairs(jd)do if jh[b]then jV[#jV+1]=iS[lJ+d-1]end end eW(jV)if iH then fC(a)end return'ok\\n'..gl..(mZ and''or'\\nu')..(lj and'\\nv'or'')end return fi(e,s,{jobs=x,offset=15,results=iS,firstResult=32,maxLength=nt,items=gL,first=6,limits=jS},{adoptLimits=bI,addMember=bz,arrangeAdded=bN})",
  ],
);

/** 31983 bytes. */
export const enqueueKnown = /* @__PURE__ */ script(
  "enqueueKnown",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "done", "expiring", "seen", "events", "groups", "holders", "lines", "overrides", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "maxLength", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],done=KEYS[7],expiring=KEYS[8],seen=KEYS[9],events=KEYS[10],groups=KEYS[11],holders=KEYS[12],lines=KEYS[13],overrides=KEYS[14]}local s={replies=KEYS[15],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local x=KEYS local iS=KEYS local nt,jS=ARGV[4],ARGV[5]local gL=ARGV ",
    $digits,
    $readClock,
    $timeOfTick,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    $placeOf,
    $priorityOf,
    $dueScore,
    $timeOfDue,
    $freeTickAt,
    $bucketOfBytes,
    $bucketOf,
    $heldBytes,
    $formatGroup,
    $parseGroup,
    $readLimits,
    $startTick,
    $spendTokens,
    $formatMember,
    $readMembers,
    $applyOverride,
    $readGroups,
    $startTime,
    $blockedRange,
    $priorityOfBlocked,
    $limitUntil,
    $groupOf,
    $numberGroup,
    $block,
    $blockAtBack,
    $blockInFront,
    $becomeHead,
    $admitReady,
    $replaceHeads,
    $blockSentBack,
    $firstBlocked,
    $admitHead,
    $STATES_WITH_GROUPS,
    $changeMember,
    $keepStaying,
    $dropField,
    $dropFurtherField,
    $writeField,
    $rewriteField,
    $putField,
    $writeGroups,
    $writeMembers,
    $slotOf,
    $movedIds,
    $countLeaving,
    $countEntering,
    $countLeft,
    $countReady,
    $countFreedSlots,
    $arrangeGroups,
    $releaseHeads,
    $limitedNames,
    $releaseGroups,
    $releaseAll,
    $hasListeners,
    $addListener,
    $wake,
    $adoptLimits,
    $STATE_LETTERS,
    $flagLarge,
    $parseFollower,
    $enterWaiting,
    "local function dO(x,E,gL,C)local hk,i,jd,nd,gt={},{},{},{},C while gL[gt]do local q,jN=string.match(gL[gt],'^%d (%d+) %S+ (%S+)')for d=1,q do local b=gL[gt+d*2-1]if not hk[b]then i[#i+1]=b local r=cb(b)hk[b]={id=b,bucket=x[E+r]}end if jN~='-'then jd[#jd+1]=b end nd[b]=nd[b]or string.find(jN,'^[ab]')end gt=gt+q*2+1 end return hk,i,jd,nd end local function eI(a,e,x,E,hk,i)for d,hS in ipairs(redis.call('ZMSCORE',e.seen,unpack(i)))do hk[i[d]].isSeen=hS and hS-a.now>0 fm(a,e.seen,i[d],hS)end local iN=dp(a,'g')if iN then eE(a,x,E,i)end for A,g in ipairs({'ready','delayed','blocked','leased','failed','done'})do local hW=(g~='blocked'or iN)and redis.call('ZMSCORE',e[g],unpack(i))or{}for d,t in ipairs(hW)do local N,h=hk[i[d]],iN and a.members[i[d]]if t then N.set,N.score,N.before,N.beforeScore=g,t,g,t N.group=h and h.group or nil if g=='blocked'or g=='delayed'and h and h.mark=='t'then N.set='ready'end end end end end local function en(N)local t=N.beforeScore local y=N.before=='blocked'and es(t)or t%10 local K=string.match(N.run or'','^%a %d+ %d+ %d+ (%d+)')or string.match(N.record or'','^%d+')return eo(y,(tonumber(K)or 0)%900000000000000)end local function ez(a,e,hk,i,nd)local M,pw,iB,hi={},{},{},0 for A,b in ipairs(i)do local N,I=hk[b],{}local g=N.set if g=='ready'or g=='delayed'or nd[b]and(g=='failed'or g=='done')then iB[#iB+1]=b I.record,I.run=b,'\\t'..b end if g and dp(a,'f')then I.follower='\\4'..b end for p,J in pairs(I)do if dp(a,'l')then hi=hi+redis.call('HSTRLEN',N.bucket,J)end ev(dP(pw,N.bucket),N,p)local f=dP(M,N.bucket)f[#f+1]=J end end if hi>32000000 then return false end for r,f in pairs(M)do for d,F in ipairs(redis.call('HMGET',r,unpack(f)))do local N,p=pw[r][d*2-1],pw[r][d*2]N[p]=F or nil end end if#iB>0 then for d,rB in ipairs(redis.call('ZMSCORE',e.expiring,unpack(iB)))do local N=hk[iB[d]]N.expiry=rB if N.set=='ready'and N.before~='ready'then N.score=en(N)end end end return true end local function ek(a,ge)local y,kr,jN,iJ,lf,gI,W,c=string.match(ge,'^(%d) %d+ (%S+) (%S+) (%S+) (%S+) (%S+) ?(%d*) ?(.*)$')local qL,jO,jb=string.sub(kr,1,1),tonumber(string.sub(kr,2)),nil if qL=='+'and jO>0 then jb=a.now+jO end if qL=='@'and jO>a.now then jb=jO end return{priority=tonumber(y),dueAt=jb,window=jN,max=iJ,expiresAt=lf=='-'and'0'or cD(a.now+lf),own=gI,cost=tonumber(W),group=c~=''and c or nil}end local function dj(jT,lo)local ii=''if jT.max~='-'then ii=ii..' m'..jT.max end if jT.expiresAt~='0'then ii=ii..' x'..jT.expiresAt end if lo then ii=ii..' u'..cD(lo)end if jT.own~='-'then ii=ii..' o'..jT.own end return ii end local function cz(a,jb,gE,la)local lo=tonumber(string.match(gE or'','^[^:]* u(%d+)'))if not lo and la~=''then lo=a.now+la end return math.min(jb,lo or jb),lo end local function db(a,N,jB,jT,la)local jb,lo=jT.dueAt,nil local k=N.newFollower or N.follower if la then jb,lo=cz(a,jb,k and ei(k),la)end local K=eo(jT.priority,jb and(jb-1600000000000)*1000 or 0)local h=jT.cost and'\\1'..cD(jT.cost)..' '..(jT.group or'')..'\\n'or''N.newFollower=h..K..' c'..cD(a.now)..dj(jT,lo)..':'..jB end local function eX(a,e,N,jB,jT,la)local g,t,y,jb,lo=N.set,N.score,jT.priority,jT.dueAt,nil local w if la then jb,lo=cz(a,jb,g=='delayed'and(N.head or N.record)or nil,la)if g=='ready'then jb=nil end end local mc=g=='ready'and not jb and er(t)==y and N.group==jT.group if mc then w=t%900000000000000 elseif la and g=='delayed'and(fz(t)<=a.now or fz(t)==jb)then w=(t-t%10)/10 else a.tick=a.tick+1 w=jb and dk(a,e.delayed,jb)or a.tick end local K=eo(y,w)N.set=jb and'delayed'or'ready'N.score,N.place=jb and cJ(w,y)or K,K N.tick,N.isMoved,N.group,N.cost=w,N.isMoved or not mc,jT.group,jT.cost N.expiresAt,N.payload=jT.expiresAt,jB N.head=K..(fA(w)~=a.now and' c'..cD(a.now)or'')..dj(jT,lo)end local function bL(a,e,N,jB,jT)local ov,jO=string.match(jT.window,'^(%l?)(.*)$')local g,la=N.set,ov=='b'and jO or nil local kw,qw=g=='ready'or g=='delayed',ov=='a'or ov=='b'if not g and N.isSeen then return'S'end if g and not qw and(ov==''or not kw)then return bq[N.head and g or N.before]end cZ(a,jB)if jT.cost and not dp(a,'g')then a.flags=a.flags..'g'end if g=='leased'then db(a,N,jB,jT,la)return la and'k'or'q'end eX(a,e,N,jB,jT,la)if not qw and jO~='0'and jO~='-'then N.rememberedUntil=a.now+jO end local mJ=N.set=='ready'if not g or g=='done'then N.isNew=true return mJ and'r'or'd'end if g=='failed'then co(a,'redriven',1)end if la and g~='failed'then return mJ and'i'or'j'end return mJ and'n'or'o'end local function fL(a,N)local J='\\t'..N.id if N.isNew then cF(a,N.bucket,J)return end local md=' '..N.place..' 0 '..N.expiresAt local u='W'..string.sub(N.run,2)if N.before=='failed'then u=string.gsub(u,'^W (%d+) %d+ %d+ %d+ %d+ %d+[^\\n]*','W %1 0 0'..md)else u=string.gsub(u,'^(W %d+ %d+ %d+) %d+ %d+ %d+','%1'..md)end fe(a,N.bucket,J,u,N.run)end local function dW(a,e,N)local b,k,g,iN=N.id,N.before,N.set,dp(a,'g')local mc=not N.isMoved if k==g and(not iN or g=='ready'and mc)then fm(a,e[g],b,N.beforeScore)elseif k then dG(a,k,b)end if N.expiresAt~='0'then fm(a,e.expiring,b,N.expiry)elseif N.expiry then dG(a,'expiring',b)end cO(a,g,N.score,b,N.expiresAt)if not iN then return end if not a.members then a.members={}end if N.cost or a.members[b]then local h=cf(a,N.bucket,b,N.cost,N.group)h.staysHeld=true h.keptScore=mc and k=='blocked'and N.beforeScore h.staysHead=mc and k=='delayed'end end local function fF(a,e,N)local b,r=N.id,N.bucket if N.newFollower then ex(a,r,'\\4'..b,N.newFollower,N.follower)if not N.follower then a.runsMore=(a.runsMore or 0)+1 end if not dp(a,'f')then a.flags=a.flags..'f'end end if not N.head then return end ex(a,r,b,N.head..':'..N.payload,N.record)if N.run then fL(a,N)end if N.follower then cF(a,r,'\\4'..b)end dW(a,e,N)if N.rememberedUntil then cM(a,'seen',cD(N.rememberedUntil),b)end end local as={blocked={r='b',n='z',i='y',R='B'},delayed={r='d',n='o',i='j',R='D'}}local function bO(a,e,x,E,hk,i,gl)a.replaces=true bP(a,e,x,E)local jH,f={},{}for A,g in ipairs({'ready','delayed','blocked'})do local hA=a.to[g]or{}for d=2,#hA,2 do jH[hA[d]]=g end end for d,b in ipairs(i)do local N,P=hk[b],string.sub(gl,d,d)local qg=N.set=='ready'and as[jH[b]]f[d]=qg and qg[P]or P end for b,N in pairs(hk)do if N.head and N.before=='ready'and jH[b]=='ready'then a.readied=a.readied-1 end end return table.concat(f)end ",
    $isRegistered,
    $removeResults,
    "local a=dZ(e.meta)local hs=eg(a,s)if hs then return hs end local lj,j=bI(a,e,x,15,jS)if j then return j end local hk,i,jd,nd=dO(x,15,gL,6)eI(a,e,x,15,hk,i)if not ez(a,e,hk,i,nd)then return'large'end local gl,pl,gt='',{},6 while gL[gt]do local jT,q=ek(a,gL[gt]),string.match(gL[gt],'^%d (%d+)')for d=1,q do local b=gL[gt+d*2-1]gl=gl..bL(a,e,hk[b],gL[gt+d*2],jT)pl[#pl+1]=b end gt=gt+q*2+1 end table.sort(i,function(X,Y)return(hk[X].tick or 0)<(hk[Y].tick or 0)end)for A,b in ipairs(i)do fF(a,e,hk[b])end local A,gq=string.gsub(gl,'[rd]','')local hA=gq+(a.totals and a.totals.redriven or 0)if nt~=''and hA>0 then local lX=redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)if dp(a,'g')then lX=lX+redis.call('ZCARD',e.blocked)end if lX+hA>tonumber(nt)then return'full'end end gl=bO(a,e,x,15,hk,pl,gl)if a.to.seen then local jV=redis.call('ZRANGE',e.seen,'-inf',cD(a.now),'BYSCORE','LIMIT','0',cD(gq*2+8))for b,c in ipairs(jV)do if not hk[c]or not hk[c].rememberedUntil then dG(a,'seen',c)end end end a.enqueued=cD(a.enqueued+gq)if gq<#gl then co(a,'duplicates',#gl-gq)end local mZ=dy(a)local iH=(a.readied>0 or a.sooner)and dq(a)if a.isNew then a.fields={'born',cD(a.now)}by(a)end j=ci(a,e,s,gl)if j then return j end local jV={}for d,b in ipairs(jd)do if hk[b].isNew then jV[#jV+1]=iS[32+d-1]end end eW(jV)if iH then fC(a)end return'ok\\n'..gl..(mZ and''or'\\nu')..(lj and'\\nv'or'')",
  ],
);

/** 4074 bytes. */
export const listSchedules = /* @__PURE__ */ script(
  "listSchedules",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "done", "endings", "endedBefore", "schedules", "slots"],
  ["times", "from", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gB=KEYS[1]local e={ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],done=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],schedules=KEYS[10],slots=KEYS[11]}local R,nI,ll=unpack(ARGV,1,3)local gC=tonumber(nI)local fW=tonumber(ll)local i={unpack(ARGV,4)}",
    $digits,
    $readClock,
    $timeOfTick,
    $pushPair,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    $DEFINITION,
    $SCHEDULE_STATE,
    $readScheduleFields,
    $parseSchedule,
    $formatSchedule,
    $WAITING_STATES,
    $runId,
    $readOutcomes,
    "local a=dZ(gB)local gA=eh(a,R)if gA then return gA end if#i==0 then i=redis.call('ZRANGE',e.slots,cD(gC),cD(gC+fW-1))end local D,iF,kC={'ok',cD(a.now)..' '..cD(redis.call('ZCARD',e.slots))},{},{}if#i>0 then local I,hW=eH(e,i),redis.call('ZMSCORE',e.slots,unpack(i))for d,b in ipairs(i)do local z=em(b,I[d*2-1],I[d*2])if z then z.score=hW[d]or aZ kC[#kC+1]=z end end eF(e,kC)for A,z in ipairs(kC)do D[#D+1]=z.score..' '..z.id ev(iF,z.definition,dh(z))end end table.insert(iF,1,table.concat(D,'\\n'))return iF",
  ],
);

/** 10215 bytes. */
export const pauseSchedule = /* @__PURE__ */ script(
  "pauseSchedule",
  ["meta", "schedules", "slots", "replies"],
  ["lane", "number", "times", "id", "paused", "note"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],schedules=KEYS[2],slots=KEYS[3]}local s={replies=KEYS[4],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local b,hc,kz=unpack(ARGV,4,6)",
    $pushPair,
    $appendPair,
    $listFor,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $lowerDue,
    $saveOld,
    $dropField,
    $writeField,
    $rewriteField,
    $putField,
    $hasListeners,
    $wake,
    $DEFINITION,
    $SCHEDULE_STATE,
    $readScheduleFields,
    $parseSchedule,
    $slotTime,
    $formatSchedule,
    $isUsedUp,
    $nextSlotTime,
    $restartSlots,
    $writeSchedule,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    "local a=dZ(e.meta)local hs=eg(a,s)if hs then return hs end local I=eH(e,{b})local z=em(b,I[1],I[2])if not z then return'ok\\nU'end if hc=='-'and z.paused~='-'then z.paused,z.note='-',''while z.slots[1]and fq(z.slots[1])<=a.now do table.remove(z.slots,1)end if not z.slots[1]and z.isLast=='0'then fb(a,z)end elseif hc~='-'then if z.paused=='-'then z.paused=cD(a.now)end z.note=kz end local m=z.paused=='-'and'a'or'p'fM(a,e,z,redis.call('ZSCORE',e.slots,b),a.now)local iH=a.sooner and dq(a)local j=ci(a,e,s,m)if j then return j end if iH then fC(a)end return'ok\\n'..m",
  ],
);

/** 10453 bytes. */
export const putSchedules = /* @__PURE__ */ script(
  "putSchedules",
  ["meta", "schedules", "slots", "replies"],
  ["lane", "number", "times", "most", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],schedules=KEYS[2],slots=KEYS[3]}local s={replies=KEYS[4],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local mr=tonumber(ARGV[4])local gL=ARGV ",
    $pushPair,
    $appendPair,
    $listFor,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $lowerDue,
    $saveOld,
    $dropField,
    $writeField,
    $rewriteField,
    $putField,
    $addListener,
    $DEFINITION,
    $SCHEDULE_STATE,
    $readScheduleFields,
    $parseSchedule,
    $slotTime,
    $formatSchedule,
    $isUsedUp,
    $nextSlotTime,
    $restartSlots,
    $writeSchedule,
    $isRegistered,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    "local a=dZ(e.meta)local hs=eg(a,s)if hs then return hs end local i,gl,gq,iB={},{},0,false for d=5,#gL,2 do i[#i+1]=gL[d]end local I,hW=eH(e,i),redis.call('ZMSCORE',e.slots,unpack(i))for d,b in ipairs(i)do local kf,k,gD=gL[5+d*2-1],I[d*2-1],I[d*2]local z=em(b,k,gD)local iO=em(b,kf,z and gD or'0 '..cD(a.now)..' 0 0 0 0 0 0 0 - -\\n\\n')if z and z.digest==iO.digest and hW[d]and dp(a,'c')then gl[d]='s'else gl[d],iB=z and'c'or'n',true if not k then gq=gq+1 end iO.changed,iO.text=cD(a.now),gD if not z or z.times~=iO.times or dz(z)or not hW[d]then fb(a,iO)end ex(a,e.schedules,b,kf,k)fM(a,e,iO,hW[d],a.now)end end if gq>0 and redis.call('ZCARD',e.slots)+gq>mr then return'full'end local m=table.concat(gl)local mZ=dy(a)if iB then if not dp(a,'c')then a.flags=a.flags..'c'end if a.isNew then a.fields={'born',cD(a.now)}by(a)end local j=ci(a,e,s,m)if j then return j end end return'ok\\n'..m..(mZ and''or'\\nu')",
  ],
);

/** 8338 bytes. */
export const removeSchedules = /* @__PURE__ */ script(
  "removeSchedules",
  ["meta", "schedules", "slots", "replies"],
  ["lane", "number", "times", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],schedules=KEYS[2],slots=KEYS[3]}local s={replies=KEYS[4],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local i={unpack(ARGV,4)}",
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $leave,
    $saveOld,
    $dropField,
    $DEFINITION,
    $SCHEDULE_STATE,
    $readScheduleFields,
    $parseSchedule,
    $countBuffered,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    "local a=dZ(e.meta)local hs=eg(a,s)if hs then return hs end a.frees=true local gl,ha={},{}local I,hW=eH(e,i),redis.call('ZMSCORE',e.slots,unpack(i))for d,b in ipairs(i)do local kf,gD=I[d*2-1],I[d*2]gl[d]='U'if not ha[b]and(kf or gD or hW[d])then gl[d],ha[b]='r',true local z=em(b,kf,gD)if z and z.buffered~='-'then a.bufferedChange=(a.bufferedChange or 0)-1 end cE(a,e.schedules,b)cE(a,e.schedules,'\\t'..b)dG(a,'slots',b)end end cp(a)local m=table.concat(gl)local j if not a.isNew then j=ci(a,e,s,m)end return j or'ok\\n'..m",
  ],
);

/** 27452 bytes. */
export const runSchedule = /* @__PURE__ */ script(
  "runSchedule",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "done", "expiring", "seen", "events", "groups", "holders", "lines", "overrides", "endings", "endedBefore", "schedules", "slots", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "id", "slots..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],done=KEYS[7],expiring=KEYS[8],seen=KEYS[9],events=KEYS[10],groups=KEYS[11],holders=KEYS[12],lines=KEYS[13],overrides=KEYS[14],endings=KEYS[15],endedBefore=KEYS[16],schedules=KEYS[17],slots=KEYS[18]}local s={replies=KEYS[19],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local x=KEYS local iS=KEYS local b=ARGV[4]local kd=ARGV ",
    $digits,
    $readClock,
    $timeOfTick,
    $placeOf,
    $priorityOf,
    $dueScore,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $freeTickAt,
    $bucketOfBytes,
    $bucketOf,
    $heldBytes,
    $formatGroup,
    $parseGroup,
    $readLimits,
    $startTick,
    $spendTokens,
    $formatMember,
    $readMembers,
    $applyOverride,
    $readGroups,
    $startTime,
    $blockedRange,
    $priorityOfBlocked,
    $limitUntil,
    $groupOf,
    $numberGroup,
    $block,
    $blockAtBack,
    $blockInFront,
    $becomeHead,
    $admitReady,
    $replaceHeads,
    $blockSentBack,
    $firstBlocked,
    $admitHead,
    $STATES_WITH_GROUPS,
    $changeMember,
    $keepStaying,
    $dropField,
    $writeField,
    $rewriteField,
    $putField,
    $writeGroups,
    $writeMembers,
    $slotOf,
    $movedIds,
    $countLeaving,
    $countEntering,
    $countLeft,
    $countReady,
    $countFreedSlots,
    $arrangeGroups,
    $addMember,
    $arrangeAdded,
    $hasListeners,
    $wake,
    $STATE_LETTERS,
    $flagLarge,
    $statesOf,
    $addJobs,
    $lastEndings,
    $DEFINITION,
    $SCHEDULE_STATE,
    $readScheduleFields,
    $parseSchedule,
    $slotTime,
    $formatSchedule,
    $isUsedUp,
    $nextSlotTime,
    $writeSchedule,
    $WAITING_STATES,
    $runId,
    $readOutcomes,
    $fireSlot,
    $addRuns,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $removeResults,
    "local a=dZ(e.meta)local hs=eg(a,s)if hs then return hs end local I=eH(e,{b})local z=em(b,I[1],I[2])if not z then return'ok\\nU'end eF(e,{z})local gL,jP,k={},'b',#z.runs if not kd[5]then local o,qo=a.now,{}for A,u in ipairs(z.runs)do qo[u.slot]=true end while qo[cD(o)]do o=o+1 end jP='t'cX(a,z,gL,cD(o),jP)gL[1]=string.gsub(gL[1],'@%d+','-')else for d=5,#kd do if kd[d]-a.now<=0 then cX(a,z,gL,kd[d],jP)end end end local i={}for d=2,#gL,3 do i[#i+1]=gL[d]end local gl=i[1]and bD(a,e,x,19,gL)or'-'for d=#i,1,-1 do if string.find(gl,'^%u',d)then table.remove(z.runs,k+d)end end fM(a,e,z,redis.call('ZSCORE',e.slots,b),a.now+5000)local m=gl..'\\n'..table.concat(i,'\\n')local iH=(a.readied>0 or a.sooner)and dq(a)local j=ci(a,e,s,m)if j then return j end local jV={}for d=36,#iS do if string.find(gl,'^%l',d-36+1)then jV[#jV+1]=iS[d]end end eW(jV)if iH then fC(a)end return'ok\\n'..m",
  ],
);

/** 18096 bytes. */
export const turnGroupedPlain = /* @__PURE__ */ script(
  "turnGroupedPlain",
  ["meta", "ready", "blocked", "leased", "expiring", "endings", "groups", "holders", "lines", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local t=unpack local r=redis.call local ab=string.match local x=string.sub local ah=string.byte local g=redis.pcall local aQ=tonumber local W=string.find local m=string.format local aS=pairs local bA=math.max local bk=string.rep local bB=string.char local N=type local v,ay,cE,bE,cX,cF,bl,dC,bt,T=t(KEYS,1,10)local as=ARGV[1]local aD=ARGV[2]local ba=ARGV[3]local az=KEYS local cs,dD,dE,cG=t(ARGV,4,7)local bN=KEYS local cI=ARGV[8]local Y=ARGV local bP='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bU='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bV='9999999999999'local bq='2  0 0 0 0 0 0|'local cx='-----------------------------------------------------------------'local ax=0 local ad=''local aM,cV,be local dP,dO,dQ local j,V,aP,bb,bd,aE,aR,bc,aO,C,G,U,cR,aH,cT,bo,aa,cw,n,z,ag,aG,ae,bO,bj,bI,aF,cn,cS,dR,aL local O repeat local au do local w=r('HGET',v,'head')local I,ao,bu j,I,V,aP,bb,bd,aE,bu=ab(w or bq,bU)aR,bc=not w,w if not I or not w and r('HEXISTS',v,'layout')==1 then au='other_layout'else aO=x(w or bq,bu)repeat if ah(ba)~=61 then local aA=g('TIME')if not aA.err then local bz,aW=aA[1]+0,aA[2]+0 C,ao=bz*1000+(aW-aW%1000)/1000,(bz-1600000000)*1000000+aW break end end local bv=aQ(ab(ba,'%d+'))C,ao=bv,(bv-1600000000000)*1000 break until true G=I+0 if G<ao then G=ao end if ao<0 or G>=899000000000000 then au='bad_clock'else au=nil end end end if au then O=au break end local l=r('HGET',T,as)if l then local f=ab(l,'^%d+')if f==aD then if not aR then g('HINCRBY',v,'replayed',1)end O='again\\n'..x(l,#f+2)break end if f-aD>0 then O='late'break end elseif aD=='0'and r('EXISTS',T)==1 then O='reused'break end U=l O=nil break until true if O then return O end if C-V>=0 or not(j~=''and W(j,'g',1,true)~=nil)or W(j,'[slope]')or j~=''and W(j,'f',1,true)~=nil then return'not_plain'end local cQ=r('HGET',v,'limits')or'0 - - - - -|- - - -'if cI~=''and cI~=cQ then return'not_plain'end local cJ,bK,ch,dI,ej,ei=ab(cQ,'^%d+ (%S) (%S+) %- %- %-|(%S+) (%S+) (%S+) (%S+)$')if not cJ then return'not_plain'end bK=cJ~='-'and 1 or aQ(bK)or 1000000 cR=true local b,aj=#Y-9+1,aQ(cs)if bN[27]then b=b-(#bN-27+2)do local du=9+b aH={}for d=0,#bN-27 do do local a=aH local M=bN[27+d]local y='C '..m('%d',C)..' '..Y[du+d]local c=#a a[c+1],a[c+2]=M,y end end cT=Y[#Y]end end local k,cv,dL,am,bD={},nil,nil,{},{}local function aT(i)local a=string.byte local bM,aU=a(i,1,2)if bM==95 and#i==13 and aU<103 and aU>47 and(aU<58 or aU>96)then return aU<58 and aU-47 or aU-86 end do local ck=#i for d=1,#i,8 do local M,y,cA,dl,dn,dq,dv,dw=a(i,d,d+7)ck=(ck*31+M+(y or 0)*3+(cA or 0)*5+(dl or 0)*7+(dn or 0)*11+(dq or 0)*13+(dv or 0)*17+(dw or 0)*19)%65521 end return ck%16+1 end end if b>0 then for d=1,b do k[d]=x(Y[9+d-1],19)end if#k==1 then local da=aT(k[1])cv,dL=r('HMGET',az[10+da],'\\t'..k[1],'\\1'..k[1]),{da}else local bp,ak,A,aX={},{},{},{}for d=1,#k do local i=k[d]local f=aT(i)local a,ar=A[f],aX[f]if not a then a,ar={},{}A[f],aX[f]=a,ar end local c=#ar ar[c+1],a[c*2+1],a[c*2+2]=d,'\\t'..i,'\\1'..i ak[d]=f end for f,a in aS(A)do local Q,ar=r('HMGET',az[10+f],t(a)),aX[f]for aI=1,#ar do local av=ar[aI]*2 bp[av-1],bp[av]=Q[aI*2-1],Q[aI*2]end end cv,dL=bp,ak end for d=1,b do local L,s=cv[d*2-1],cv[d*2]if not L or x(L,1,18)..k[d]~=Y[9+d-1]or W(L,'\\nl ',1,true)or s and ah(s)==1 then return'not_plain'end if s and not bD[s]then am[#am+1]=s bD[s]=#am end end end local aZ,dJ,cq={},{},false local cM=0 local dY=false local dG=false local cu='0'local bR=0 local dH=0 local db=0 if ch~='-'then cM=r('ZCARD',bE)-b end if aj>0 and ch~='-'then if ch-cM<aj then dY,aj=true,ch-cM end end if aj>0 and dI~='-'then cu=r('HGET',v,'tat')or'0'local dW,bS=(C-1600000000000)*1000,{limit=dI+0,per=ej+0,burst=ei+0}local function el(a,em,ee)local eb=a.per*1000/a.limit return em-math.floor(math.max(0,a.burst-ee)*eb+math.min(a.burst,eb/2))end db=dW+(cu-el(bS,cu+0,1))bR=bA(cu+0,dW)local ek=bA(bR,(C-1600000000000)*1000)+math.ceil(1*bS.per*1000/bS.limit)dH=ek-bR local di=0 if cu-db<=0 then di=math.floor(bA(0,db-bR)/dH)+1 end if di<aj then dG,aj=true,di end end if aj<=0 and cs~='0'then return'not_plain'end local ed=m('%d',aj)local function dZ(a,dX,c)local d=pairs local e=redis.call local f=unpack if#c==1 then local da=aT(c[1])return{e('HGET',a[dX+da],'\\1'..c[1])}end local bp,A,aX={},{},{}for h=1,#c do local i=c[h]local l=aT(i)local o,ar=A[l],aX[l]if not o then o,ar={},{}A[l],aX[l]=o,ar end local p=#ar ar[p+1],o[p+1]=h,'\\1'..i end for h,i in d(A)do local Q,ar=e('HMGET',a[dX+h],f(i)),aX[h]for aI=1,#ar do bp[ar[aI]]=Q[aI]end end return bp end if aj>0 then aZ=r('ZRANGE',ay,'0',ed)cq=#aZ>aj aZ[aj+1]=nil if aZ[1]then dJ=dZ(az,10,aZ)for d=1,#aZ do local s=dJ[d]if s and ah(s)==1 then return'not_plain'end if s and not bD[s]then am[#am+1]=s bD[s]=#am end end end end local bn,ai,aw,D,dc={},{},{},{},{}if am[1]then bn=r('HMGET',bl,t(am))for h=1,#am do local Z=bn[h]local cr,S,cZ,eg=ah(Z or'',1,4)if cr~=0 and cr~=1 then return'not_plain'end ai[h]=S+cZ*128+eg*16384 if cr==0 then aw[h],D[h]='',x(Z,5)else aw[h],D[h]=x(Z,5,19),x(Z,20)end end end local bg,cY={},{}for d=1,b do local s=cv[d*2]if s then local h=bD[s]if ai[h]==0 then return'not_plain'end ai[h]=ai[h]-1 cY[#cY+1]=s..'\\0'..k[d]if aw[h]~=''and D[h]==''and not dc[h]then bg[#bg+1]=h dc[h]=0 end end end local bY,cp,p,bT={},{},0,nil for d=1,#aZ do local i,s=aZ[d],dJ[d]if s then local h=bD[s]if ai[h]>=bK or D[h]~=i then return'not_plain'end ai[h],D[h]=ai[h]+1,''do local a=bT local y=s..'\\0'..i if not a then bT={'0',y}else do local c=#a a[c+1],a[c+2]='0',y end bT=a end end if aw[h]~=''and ai[h]<bK then bg[#bg+1]=h end end p=p+1 bY[p],cp[p]=i,s end local ca,ds,dV,aJ,dM=nil,9,0,nil,nil local av=1 local function dU(a,F)if not a then return{F}end a[#a+1]=F return a end local function bQ(a,M,y)if not a then return{M,y}end do local c=#a a[c+1],a[c+2]=M,y end return a end while bg[av]do local h=bg[av]av=av+1 if D[h]==''and aw[h]~=''and ai[h]<bK then local f,dN=x(aw[h],1,7),dc[h]or 0 local Q=r('ZRANGE',cE,f..'000000000',f..'999999999','BYSCORE','LIMIT',dN==0 and'0'or m('%d',dN),'1','WITHSCORES')local i=Q[1]if not i then aw[h]=''if not bo then bo={}end bo[bt]=dU(bo[bt],m('%d',aQ(f)))else local bx=x(Q[2],-9,-9)+0 if bx<dV then return'not_plain'end if bx<ds then ds=bx end dc[h]=dN+1 do local a=ca if not a then ca={i}else a[#a+1]=i ca=a end end if p<aj then dV=bx p=p+1 bY[p],cp[p]=i,am[h]ai[h]=ai[h]+1 do local a=bT local y=am[h]..'\\0'..i if not a then bT={'0',y}else do local c=#a a[c+1],a[c+2]='0',y end bT=a end end bg[#bg+1]=h else G=G+1 local I=bx*900000000000000+G local S=I%100 if S==0 or I-S~=dM then dM=I-S aJ=m('%014d',dM/100)end aM=bQ(aM,aJ..x(bP,S*2+1,S*2+2),i)ax=ax+1 D[h]=i cq=true end end end end if p>#aZ then local a=dZ(az,10,ca)for d=1,p-#aZ do if a[d]and ah(a[d])==1 then return'not_plain'end end end local q,an,H='-',nil,nil local function bC(u)local o=0 if u>=1 then o=1 end if u>=1073741824 then u=1073741823 end if u>=65536 then u,o=u/65536,o+16 end if u>=256 then u,o=u/256,o+8 end if u>=16 then u,o=u/16,o+4 end if u>=4 then u,o=u/4,o+2 end if u>=2 then o=o+1 end return o end if b>0 then q=bk('c',b)local dF=b local dm,cN,cj,ac=bo or{},nil,0,0 for d=1,b do local o,i=az[10+dL[d]],k[d]local a=dm[o]if not a then a={}dm[o]=a end do local c=a local y='\\t'..i local e=#c c[e+1],c[e+2]=i,y end if cv[d*2]then a[#a+1]='\\1'..i dF=dF+1 end local P=x(Y[9+d-1],3,14)if P~=cN then if ac>0 then do local u=cj local f=ac local c=bB(96+bC(u))if f>1 then c=bk(c,f)end ad=ad..c end end cN,cj,ac=P,C-1600000000000-P,0 end ac=ac+1 end do local u=cj local f=ac local a=bB(96+bC(u))if f>1 then a=bk(a,f)end ad=ad..a end bo=dm aa,aE,cw=k,m('%d',aE+b),dF end if bT then cV=bT end if cY[1]then dP=cY end if ca then dO=ca end local function ef(a)if a<128 then return string.char(a,0,0)end local S=a%128 local cZ=(a-S)/128%128 return string.char(S,cZ,(a-S-cZ*128)/16384)end local function aC(A,E)local a=A[E]if not a then a={}A[E]=a end return a end for h=1,#am do local s,Z=am[h],nil if ai[h]>0 or D[h]~=''or aw[h]~=''then Z=(aw[h]==''and'\\0'or'\\1')..ef(ai[h])..aw[h]..D[h]end if not Z then if not bo then bo={}end bo[bl]=dU(bo[bl],s)elseif Z~=bn[h]then do local F=Z local l=bn[h]if not n then n={}end n[bl..s]=l if#F>#l then if not z then z={}end do local a=aC(z,bl)local c=#a a[c+1],a[c+2]=s,F end else if not ag then ag={}end do local a=aC(ag,bl)local c=#a a[c+1],a[c+2]=s,F end end end end end if bY[1]then local ct,P,ap,J,aN do local a=aj local c,d,bM,bZ,e,f,h local i,aq,aB,cb=0,0,0,false local l local cO,co,ac=nil,0,0 local dT,cW=' '..cG..' 0','\\n'..dE repeat local o if bY then o=bY elseif aq==0 then o=r('ZRANGE',ay,'0',cs)else o=r('ZRANGE',ay,m('%d',aq),m('%d',aq+a-i))end local s,cH=#o,a-i f=s>cH if f then s=cH end if j~=''and W(j,'l',1,true)~=nil and(s>1 or aq>0)then local by do local u=o local w=s local y=aB local A=0 for B=1,w do local dx=aT(u[B])y=y+r('HSTRLEN',az[10+dx],u[B])if y>2000000 then break end A=B end by=A end if by==0 and aq==0 then by=1 end cb=by<s s=by f=f or cb end for u=#o,s+1,-1 do o[u]=nil end if s>0 then local Q,K,bh,B if s==1 then local u=aT(o[1])K,B=az[10+u],{o[1],'\\t'..o[1]}Q=r('HMGET',K,B[1],B[2])else do local u=o repeat local w={}for y=1,#u do local A=u[y]w[y*2-1]=A w[y*2]='\\t'..A end local y=aT(u[1])local bm=aT(u[#u])if y==bm then local A,cc=nil,true if cc then A=r('HMGET',az[10+y],t(w))for E=1,#u do if not A[E*2-1]then cc=false break end end end if cc then Q,K,bh,B=A,az[10+y],nil,w break end end local A,bp,E,aX={},{},{},{}for F=1,#u do local I=aT(u[F])local L=az[10+I]A[F]=L if not E[L]then E[L],aX[L]={},{}end local M,ar=E[L],aX[L]for aI=(F-1)*2+1,F*2 do local R=#M+1 M[R],ar[R]=w[aI],aI end end for F,I in aS(E)do local L,ar=r('HMGET',F,t(I)),aX[F]for aI=1,#I do bp[ar[aI]]=L[aI]end end Q,K,bh,B=bp,nil,A,w break until true end end local u=nil if K and aG==K then u=ae end if not e then bZ=C+dD e=m('%d',bZ)end for w=1,s do local y,af,L=o[w],Q[w*2-1],Q[w*2]local A,bL,cP,cm=K or bh[w],'0',nil,dT if af and ah(af,17)~=58 then local E,cl=ab(af,'^(%d+)([^:]*)')if#(E or'')~=16 then cP,cl=m('%016d',4500000000000000),''end bL=ab(cl,' x(%d+)')or bL cm=' '..(ab(cl,' m(%d+)')or cG)..' '..bL end if not af or bL~='0'then h=true end if L and aa and ah(L)==76 then local cB if not bO then bO={}for bW,dr in ipairs(aa)do bO[dr]=true end end cB=bO[y]h=h or cB end if af then i=i+1 local I,E=G+i,nil if s==1 then E=m('%015d',I)else local S=I%100 if S==0 or not l then l=m('%013d',(I-S)/100)end E=l..x(bP,S*2+1,S*2+2)end local F,X,bi,al=y,B[w*2],nil,cP or x(af,1,16)if L then local bJ,dj,cL,dk,M=ab(L,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')bJ,M=m('%d',(bJ or 0)+1),M or'\\n'F=bJ..'\\t'..y bi='L '..E..' '..bJ..' '..(dj or'0')..' '..(cL or al)..cm..(dk or'')..cW..M if ah(L)==76 or W(M,'\\n[gbw] [^\\n]*$')then al=nil else al=cL or al end do local R=bj local S='H'..M if not R then bj={S}else R[#R+1]=S bj=R end end else bi='L '..E..' 1 0 '..al..cm..cW..'\\n'bI=(bI or 0)+1 end if al then local cf=x(al,1,13)if cf~=cO then if ac>0 then do local M=co local R=ac local S=bB(64+bC(M))if R>1 then S=bk(S,R)end ad=ad..S end end co=C-1600000000000-(aQ(cf)or 0)%900000000000 cO,ac=cf,0 end ac=ac+1 end if L and#bi<=#L then do local M=bi if not n then n={}end n[A..X]=L if#M>#L then if not z then z={}end do local R=aC(z,A)local S=#R R[S+1],R[S+2]=X,M end else if not ag then ag={}end do local R=aC(ag,A)local S=#R R[S+1],R[S+2]=X,M end end end else if L then if not n then n={}end n[A..X]=L end if K then do local M=u local R=bi if not M then u={X,R}else do local S=#M M[S+1],M[S+2]=X,R end u=M end end else do local M=bi if not z then z={}end do local R=aC(z,A)local S=#R R[S+1],R[S+2]=X,M end end end end if i==1 then c,d,bM,be=F,af,E,{e,y}else if i==2 then c,d={c},{d}end c[i],d[i]=F,af do local M=be local R=e local S=#M M[S+1],M[S+2]=R,y end end aB=aB+#af aF=E end end if K and u then if not ae or aG==K then aG,ae=K,u else for w=1,#u,2 do do local y=K local X=u[w]local F=u[w+1]if not z then z={}end do local A=aC(z,y)local E=#A A[E+1],A[E+2]=X,F end end end end end end aq=aq+s until h or not f or cb or i>=a or aq-i>=1000 if ac>0 then do local u=co local o=ac local s=bB(64+bC(u))if o>1 then s=bk(s,o)end ad=ad..s end end if aq>0 and not bY then cn=aq==1 and'0'or m('%d',aq-1)end if i>0 then G=G+i bd=m('%d',bd+i)if bZ-V<0 then V=e end if i>15 then do local o=be local s=#o o[s+1],o[s+2]='+inf',cx end cS=true end end ct,H,p,P,ap,J,aN=c,d,i,bM,e,f,h end if aN or p<#bY then return'not_plain'end if ca and aZ[1]then local af=p==1 and H or H[#aZ]if(aQ(x(af,1,16))or 0)>=(ds+1)*900000000000000 then return'not_plain'end end if aZ[1]then dQ=aZ end if dI~='-'then bR=bR+p*dH if dG and cq then do local aA=math.ceil((bR-db)/1000)+C if aA-V<0 then V=m('%d',aA)end if not dR or aA<dR then dR=aA end end end if not aL then aL={}end do local a=aL local y=m('%d',bR)local c=#a a[c+1],a[c+2]='tat',y end do local l=m('%d',aQ(cu))if not n then n={}end n[v..'tat']=l end end if dY or dG then cq=false end if p==1 then if cp[1]then ct=ct..'\\t\\t'..cp[1]end else for d=1,p do if cp[d]then ct[d]=ct[d]..'\\t\\t'..cp[d]end end end do local a=q local c=ct local d=p local e=P local f=ap local h=cq if d>1 then c=table.concat(c,'\\n')end an=a..'\\n- '..f..(h and' 1 'or' 0 ')..V..' -'..j..' '..e..'\\n'..c end elseif aj>0 then if not(j~=''and W(j,'h',1,true)~=nil)then return'not_plain'end an=q..'\\n'..m('%d',C)..' - 0 '..V..' -'..j..' -'else an=q..'\\n'..m('%d',C)..' - 0 - -'..j..' -'end if aa or aj>0 then if#aO+#ad>96 then local a,ak={ah(aO..ad,1,-1)},{}for d=1,#a do ak[a[d]]=(ak[a[d]]or 0)+1 end local l=r('HMGET',v,'waits','runTimes')local function cy(dy,c,cd)local dh=string.gmatch local d=math.max local e=string.format local bw,f={},0 for h in dh(dy or'','%d+')do f=f+1 bw[f]=h end for h=1,31 do local J=c[cd+h-1]if J then for dA=f+1,h do bw[dA]='0'end f=d(f,h)bw[h]=e('%d',bw[h]+J)end end return table.concat(bw,' ')end do local c=aL local y=cy(l[1],ak,64)if not c then aL={'waits',y}else do local d=#c c[d+1],c[d+2]='waits',y end aL=c end end do local c=aL local y=cy(l[2],ak,96)local d=#c c[d+1],c[d+2]='runTimes',y end do local c=l[1]if not n then n={}end n[v..'waits']=c end do local c=l[2]if not n then n={}end n[v..'runTimes']=c end aO,ad='',''end local cC,aK,dt=p>0 and not cq,false,0 if ch~='-'and b>0 and cM+b>=ch+0 then dt=math.min(ch-cM,r('ZCARD',ay))-p end if ax>#aZ or dt>0 then ax=bA(ax,dt)if j~='h'and not(j~=''and W(j,'h',1,true)~=nil)then aK=aR else if j~=''and W(j,'p',1,true)~=nil then aK=false else if G%32~=0 or(r('HGET',v,'heard')or'0')-C>0 then aK=true else j=string.gsub(j,'h','')aK=false end end end elseif cC then aK=j~=''and W(j,'h',1,true)~=nil end local e do local a=an local bG=(bI or 0)-(cw or 0)if bG~=0 then aP=m('%d',bA(0,aP+bG))end aF=aF or m('%d',G)local w='2 '..j..' '..aF..' '..V..' '..aP..' '..bb..' '..bd..' '..aE..'|'..aO..ad local R=a and aD..'\\n'..a local aV=R and U and#R<=#U local c for bW=1,2 do c=nil if aM then if not c then local d=g('ZADD',ay,t(aM))if d~=0 and d~=1 and N(d)=='table'then c=d end end end if cV then if not c then local d=g('ZADD',dC,t(cV))if d~=0 and d~=1 and N(d)=='table'then c=d end end end if be then if not c then local d=g('ZADD',bE,t(be))if d~=0 and d~=1 and N(d)=='table'then c=d end end end if ae and not c then local d=g('HSET',aG,t(ae))if d~=0 and d~=1 and N(d)=='table'then c=d end end if z and not c then do local A=z local d for E,f in aS(A)do if not d then local h=g('HSET',E,t(f))if h~=0 and h~=1 and N(h)=='table'then d=h end end end c=d end end if aH then for d=1,#aH,2 do if not c then local f=g('SET',aH[d],aH[d+1],'PX',cT)if f.err then c=f end end end end if R and not aV and not c then local d=g('HSET',T,as,R)if d~=0 and d~=1 and N(d)=='table'then c=d end end if not c then local d if aL then d=g('HSET',v,'head',w,t(aL))else d=g('HSET',v,'head',w)end do local br do local f=d br=f~=0 and f~=1 and N(f)=='table'end if br then c=d end end end if ag and not c then do local A=ag local d for E,f in aS(A)do if not d then local h=g('HSET',E,t(f))if h~=0 and h~=1 and N(h)=='table'then d=h end end end c=d end end if aV and not c then local d=g('HSET',T,as,R)if d~=0 and d~=1 and N(d)=='table'then c=d end end if not c or not cR or x(c.err,1,3)~='OOM'then break end r('HDEL',v,'')end if c then local bf={}if aM then bf[ay]=aM end if cV then bf[dC]=cV end if be then bf[bE]=be end do local l=bc if not n then n={}end n[v..'head']=l end local function at(A,cg,ce,ci,aY)local d=pairs local f=redis.pcall for E,h in d(A)do for i=1,#h,2 do local s=h[i+ce]local l=cg[E..s]if not l then f(ci,E,s)elseif aY=='ZADD'then f(aY,E,l,s)else f(aY,E,s,l)end end end end at(ag or{},n,0,'HDEL','HSET')at({[v]=bQ(aL,'head',w)},n,0,'HDEL','HSET')if R and not aV and U then g('HSET',T,as,U)end if R and not U then g('HDEL',T,as)end if aH then for d=1,#aH,2 do g('DEL',aH[d])end end at(z or{},n,0,'HDEL','HSET')if ae then at({[aG]=ae},n,0,'HDEL','HSET')end at(bf,n,1,'ZREM','ZADD')e=c else bc=w if a and not U then g('PEXPIRE',T,ab(ba,'%d+$'))end if dP then g('ZREM',dC,t(dP))end if dO then g('ZREM',cE,t(dO))end if dQ then g('ZREM',ay,t(dQ))end if cn then g('ZREMRANGEBYRANK',ay,'0',cn)end if cS then g('ZREM',bE,cx)end if aa and r('ZREM',bE,t(aa))<#aa then g('ZREM',ay,t(aa))g('ZREM',cX,t(aa))end if bo then for E,d in aS(bo)do g('HDEL',E,t(d))end end e=nil end end if e then return'not_plain'end if aa then if not aa and true then else local a,I,cD={},aF if aa then local dp='C'..I for d,i in ipairs(aa)do a[d*2-1],a[d*2]=i,dp end cD=aE-#aa==0 end if cD then g('HSET',cF,'',m('%-65d',C))end local c=g('HSET',cF,t(a))end end if aK then do local bs='-'if V~=bV then bs=m('%d',bA(0,V-C))end local f=cC and'0'or'-'if ax>0 then f=ax==1 and'1'or m('%d',ax)end g('PUBLISH',x(v,1,-5)..'wake',f..' '..bs)end end end do local Z=an local a=H local c=p if not a then return'ok\\n'..Z end if c==1 and not bj and#a<4000 then return'ok\\n'..Z..'\\n\\n'..a end if c==1 then a={a}end table.insert(a,1,'ok\\n'..Z)if bj then for bW,dz in ipairs(bj)do a[#a+1]=dz end end return a end",
  ],
);

/** 48810 bytes. */
export const turnGrouped = /* @__PURE__ */ script(
  "turnGrouped",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "groups", "holders", "lines", "overrides", "done", "expiring", "workers", "endings", "endedBefore", "events", "slots", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],groups=KEYS[7],holders=KEYS[8],lines=KEYS[9],overrides=KEYS[10],done=KEYS[11],expiring=KEYS[12],workers=KEYS[13],endings=KEYS[14],endedBefore=KEYS[15],events=KEYS[16],slots=KEYS[17]}local s={replies=KEYS[18],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local x=KEYS local iS=KEYS local kR={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local jM,lM,jS=unpack(ARGV,8,10)local gL=ARGV ",
    $digits,
    "local ai='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function dE(q)return string.sub(ai,q*2+1,q*2+2)end ",
    $readClock,
    $timeOfTick,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    "local function dr(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,enqueued=a.enqueued,leased=a.leased,completed=a.completed,latencies=a.latencies..a.measured,readied=a.readied,sooner=a.sooner}end local function fc(a,v)a.flags,a.tick,a.due,a.runs,a.enqueued=v.flags,v.tick,v.due,v.runs,v.enqueued a.leased,a.completed,a.readied,a.sooner=v.leased,v.completed,v.readied,v.sooner a.latencies,a.measured=v.latencies,''end ",
    $placeOf,
    $priorityOf,
    $dueScore,
    "local function dB(o)return cD((o-1600000000000)*10000+9999)end ",
    $timeOfDue,
    "local function eq(t)local y=t%10 return eo(y,(t-y)/10)end ",
    $freeTickAt,
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $heldBytes,
    $formatGroup,
    $parseGroup,
    $readLimits,
    $startTick,
    $spendTokens,
    $formatMember,
    $readMembers,
    $applyOverride,
    $readGroups,
    $startTime,
    $blockedRange,
    $priorityOfBlocked,
    $limitUntil,
    $groupOf,
    $numberGroup,
    $block,
    $blockAtBack,
    $blockInFront,
    $becomeHead,
    $admitReady,
    $replaceHeads,
    $blockSentBack,
    $firstBlocked,
    $admitHead,
    $STATES_WITH_GROUPS,
    $changeMember,
    $keepStaying,
    $dropField,
    $dropFurtherField,
    $removeJob,
    $addEnding,
    $writeField,
    $rewriteField,
    $putField,
    "local function dK(a,x,E,i,lm)local hi,G=0,#i if dp(a,'l')then for d=1,G do local q=cb(i[d])local r=x[E+q]hi=hi+redis.call('HSTRLEN',r,i[d])if dp(a,'f')then hi=hi+redis.call('HSTRLEN',r,'\\4'..i[d])end if hi>64000000 and d>lm then for gs=G,d,-1 do i[gs]=nil end break end end end return#i<G end ",
    $writeGroups,
    $writeMembers,
    $slotOf,
    $movedIds,
    $countLeaving,
    $countEntering,
    $countLeft,
    $countReady,
    $countFreedSlots,
    $arrangeGroups,
    $releaseHeads,
    $limitedNames,
    $releaseGroups,
    $releaseAll,
    "local function eR(a,e,x,E)if not dp(a,'s')then return end local gT,v,H=redis.call('HGET',a.meta,'release'),dr(a),{}local kn,gO=string.match(gT or'','^(%d+) (%S)$')local L=redis.call('HSCAN',e.groups,kn or'0','COUNT',cD(250))for d=1,#L[2],2 do local c={}ej(c,L[2][d+1])if c.number>0 or c.tat>0 then H[#H+1]=L[2][d]end end a.fields={'release',L[1]..' '..(gO or'-')}fm(a,a.meta,'release',gT)if L[1]=='0'then a.flags=string.gsub(a.flags,'s','')end eP(a,e,x,E,H,gO=='r')bP(a,e,x,E)if ci(a,e)then fc(a,v)end fa(a)end ",
    $hasListeners,
    $addListener,
    $wake,
    $adoptLimits,
    "local function cw(x,E,i,G,hi)local q=0 for d=1,G do local nL=cb(i[d])hi=hi+redis.call('HSTRLEN',x[E+nL],i[d])if hi>2000000 then break end q=d end return q end local function fn(a,b,K)dG(a,'ready',b)if not a.sentBack then a.sentBack={}end ev(a.sentBack,K,b)end local function dL(a,e,b,K,o)if not a.limited then a.limited={}end a.limited[b]=true dG(a,'ready',b)cM(a,'delayed',cJ(dk(a,e.delayed,o),er(K)),b)dM(a,o)end local function eb(a,e,x,E,c)if c.pausedUntil==math.huge or c.started>=c.cap or c.number==0 then return nil end if not c.next or c.used*2>=#c.next then local gC,hh=ca(c.number)local q=c.used==0 and 1 or c.used*3 c.next=redis.call('ZRANGE',e.blocked,gC,hh,'BYSCORE','LIMIT','0',cD(q),'WITHSCORES')local i={}for d=c.used*2+1,#c.next,2 do i[#i+1]=c.next[d]end if#i==0 then return nil end eE(a,x,E,i)end local gt=c.used*2+1 c.used=c.used+1 return c.next[gt],es(c.next[gt+1])end local function bA(a,Q,V)local f=V>1 and Q or{Q}for d,v in ipairs(f)do local qP=string.find(v,'\\t',1,true)local h=a.members[qP and string.sub(v,qP+1)or v]if h then local W=h.cost~=1 and'\\t'..cD(h.cost)or''f[d]=v..'\\t\\t'..(h.group or'')..W end end return V>1 and f or f[1]end local function cg(a,e,x,E,iR)local jS=a.limits or eC(a)local iX,nw,pV,Q={},{},{},{}local oZ,sp=tonumber(redis.call('HGET',a.meta,'tat')or'0'),(a.now-1600000000000)*1000 local mX=oZ local nQ,iE=false,0 local id=jS.queueCap-redis.call('ZCARD',e.leased)local qk=id<iR if qk then iR=id end local function sQ(W)if not jS.queueRate then return true end local w=ft(jS.queueRate,mX,W)if w>sp then nQ=true dM(a,math.ceil(w/1000)+1600000000000)return false end mX=fr(a,jS.queueRate,mX,W)return true end local function pS(b,K,qO)local h=a.members[b]local c=h and h.group and a.groups[h.group]local W=h and h.cost or 1 if c then if not c.started then c.started,c.spent,c.used=c.held,c.tat,0 end local o=fu(c,c.spent,W)if o>a.now or c.started>=c.cap then if qO=='blocked'then return end if c.started>=c.cap or o==math.huge then fn(a,b,K)else dL(a,e,b,K,o)end return end end if not sQ(W)then return end local gt=#iX+1 iX[gt],nw[gt],pV[gt]=b,qO,W if c then c.started=c.started+1 if c.rate then c.spent=fr(a,c.rate,c.spent,W)end local v,y=eb(a,e,x,E,c)if v then local f=dP(Q,y)f.first=f.first or 1 f[#f+1]=v end end end local function pT(y)for oq=0,y-1 do local f=Q[oq]while f and f.first<=#f and#iX<iR and not nQ do f.first=f.first+1 pS(f[f.first-1],nil,'blocked')end if f and f.first>#f then Q[oq]=nil end end end local nM repeat if#iX>=iR then break end local q=math.min(1000-iE+#iX,math.max(iR-#iX,iE))local hk=redis.call('ZRANGE',e.ready,cD(iE),cD(iE+q),'WITHSCORES')local i,H={},{}for d=1,#hk,2 do i[#i+1]=hk[d]end eE(a,x,E,i)for A,b in ipairs(i)do local h=a.members[b]if h and h.group then H[#H+1]=h.group end end eA(a,e,H)nM=#i<=q for d,b in ipairs(i)do local K=hk[d*2]pT(er(K))if#iX>=iR or nQ then nM=false break end pS(b,string.format('%016d',K),'ready')iE=iE+1 end until nM or nQ or iE-#iX>=1000 if nM then pT(10)end local qe=false for oq=0,9 do local f=Q[oq]or{first=1}for d=f.first,#f do local h=a.members[f[d]]if h and h.group then a.touched=bJ(a.touched,h.group)end qe=true end end local lY=not nQ and not qk and(not nM or qe)if dp(a,'l')and#iX>1 then local lp=math.max(1,cw(x,E,iX,#iX,0))for d=#iX,lp+1,-1 do iX[d]=nil lY=true end end if jS.queueRate and#iX>0 then mX=oZ for d=1,#iX do mX=fr(a,jS.queueRate,mX,pV[d])end if not a.fields then a.fields={}end ev(a.fields,'tat',cD(mX))fm(a,a.meta,'tat',cD(oZ))end return iX,nw,lY end local function dJ(a,e,b,u,P)local kL,gV=redis.call('ZSCORE',e.blocked,b),redis.call('ZSCORE',e.delayed,b)if not kL and not gV then return false end if P=='r'then return true end if kL then dG(a,'blocked',b)elseif P=='d'then fm(a,e.delayed,b,gV)else dG(a,'delayed',b)end if P=='d'then fm(a,e.expiring,b,u.expiresAt)else dG(a,'expiring',b)end return false end ",
    $beginEndings,
    $rotateEndings,
    "local function fh(a,e,ks,nU)local G=redis.call('HLEN',e.endings)if G<nU then return end local kk=redis.call('HGET',e.endings,'')if not kk then bV(a,e)end if G>=1000000 or kk and a.now-kk>ks then fg(a,e)if G==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ",
    $writeEndings,
    $lastEndings,
    "local function cd(iW)local r=0 if iW>=1 then r=1 end if iW>=1073741824 then iW=1073741823 end if iW>=65536 then iW,r=iW/65536,r+16 end if iW>=256 then iW,r=iW/256,r+8 end if iW>=16 then iW,r=iW/16,r+4 end if iW>=4 then iW,r=iW/4,r+2 end if iW>=2 then r=r+1 end return r end local function dT(a,mH,iW,q)local gl=string.char(mH+cd(iW))if q>1 then gl=string.rep(gl,q)end a.measured=a.measured..gl end local function bE(mH,hU,P)local hH,G={},0 for q in string.gmatch(mH or'','%d+')do G=G+1 hH[G]=q end for d=1,31 do local hu=hU[P+d-1]if hu then for pk=G+1,d do hH[pk]='0'end G=math.max(G,d)hH[d]=cD(hH[d]+hu)end end return table.concat(hH,' ')end local function da(a)if#a.latencies+#a.measured>96 then local gl,hU={string.byte(a.latencies..a.measured,1,-1)},{}for d=1,#gl do hU[gl[d]]=(hU[gl[d]]or 0)+1 end local k=redis.call('HMGET',a.meta,'waits','runTimes')a.fields=bK(a.fields,'waits',bE(k[1],hU,64))ev(a.fields,'runTimes',bE(k[2],hU,96))fm(a,a.meta,'waits',k[1])fm(a,a.meta,'runTimes',k[2])a.latencies,a.measured='',''end end ",
    $parseFollower,
    "local function el(u)local hz,jW,lr,K,iJ,gK,ka,kb,jI,kT,lh=string.match(u or'','^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)[^\\n]*\\n?([^\\n]*)\\n?([^\\n]*)(.*)$')return hz and{fence=hz,attempt=jW,released=lr,place=K,max=iJ,expiresAt=gK,postponed=ka,unfinished=kb,worker=jI,progress=kT,attempts=lh}end local function dg(u,gD)local ki=u.postponed==''and''or' '..u.postponed..' '..u.unfinished return table.concat({gD,u.fence,u.attempt,u.released,u.place,u.max,u.expiresAt},' ')..ki..'\\n'..u.worker..'\\n'..u.progress..u.attempts end local function cK(u,gd,P,kH)local D=u.attempts local lH,v,hz,ga=string.match(D,'^(.*)(\\n%l %d+ (%d+)[^\\n\\t]*\\t[^\\n\\t]*\\t)([^\\n\\t]*)[^\\n]*$')if hz==u.fence then D=lH elseif v then local mm=P~='l'and ga==string.match(kH,'^[^\\t]+')D=lH..v..(mm and'='or ga)end D=D..'\\n'..P..' '..u.attempt..' '..u.fence..' '..cD(gd-fA(u.fence))..'\\t'..u.worker..'\\t'..kH local A,q=string.gsub(D,'\\n','')while q>1 and(q>10 or#D>800)do local a,mi=string.gsub(D,'[^\\t]\\n','')local jA,ha=string.gsub(D,'\\n[^\\n]*\\t\\n','\\n',mi>5 and 0 or 1)if ha==0 then jA=string.gsub(D,'^\\n[^\\n]*','')end D,q=jA,q-1 end u.attempts=D end ",
    $enterWaiting,
    "local function dI(a,e,b,iO,nk)local iN=dp(a,'g')for A,g in ipairs({'expiring','ready','delayed','blocked','leased','failed'})do local t=(g~='blocked'or iN)and redis.call('ZSCORE',e[g],b)if g=='expiring'and nk or g==iO and not iN then fm(a,e[g],b,t)elseif t then dG(a,g,b)end end end local function fw(a,e,r,b,k,u)local iQ=dp(a,'f')and redis.call('HGET',r,'\\4'..b)if not iQ then return false end local m,W,c=ei(iQ)local C,gK=string.match(m,'^%d+')or 0,string.match(m,'^[^:]* x(%d+)')or'0'local y,jb=er(C),fA(C%900000000000000)local g,w='ready',a.tick+1 if jb>a.now then g,w='delayed',dk(a,e.delayed,jb)else a.tick=w end local K,gE=eo(y,w),redis.call('HGET',r,b)dI(a,e,b,g,gK~='0')cO(a,g,g=='ready'and K or cJ(w,y),b,gK)m=K..string.sub(m,17)if gE then fe(a,r,b,m,gE)else fH(a,r,b,m)end cF(a,r,'\\4'..b)if not a.followed then a.followed={}end a.followed[b]={cost=W,group=c,bucket=r,hasFailed=u and true}if u then a.failures=bJ(a.failures,b)u.attempt,u.released,u.postponed,u.place,u.max,u.expiresAt='0','0','',K,'0',gK fe(a,r,'\\t'..b,dg(u,'W'),k)else a.enqueued=cD(a.enqueued+1)if k then cF(a,r,'\\t'..b)end end return true end local function fs(u,jQ,gk,e,i,d)if not u then gk=gk or dD(e,i)return string.sub(gk[d]or'U',1,1),gk end local gD,hz=string.match(u,'^(%a) (%d+)')if gD=='E'then gD='F'elseif(gD=='L'or gD=='W')and hz~=string.sub(jQ,3,17)then gD='A'end return gD or'U',gk end local function cy(u,il)u.isUnused=il=='g'local ka,kb=tonumber(u.postponed)or 0,tonumber(u.unfinished)or 0 if il=='p'then ka=ka+1 u.isUnused=ka<=1000 elseif il=='b'then kb=kb+1 u.isUnused=kb%10~=0 end if ka+kb>0 then u.postponed,u.unfinished=cD(ka),cD(kb)end if u.isUnused then u.released=cD(u.released+1)end end local function ch(a,e,il,u,ku)if il=='c'or il=='k'then return'c','C','completed'end cy(u,il)if u.isUnused and il~='p'then return'r','W','released'end if il=='f'or not u.isUnused and u.attempt-u.released>=tonumber(u.max)then return'f','F','failed'end a.tick=a.tick+1 if il=='b'or ku=='0'then return'r','W','retried',a.tick end return'd','W','retried',dk(a,e.delayed,a.now+ku)end local function dH(a,e,b,u,P)local K,mD=redis.call('ZSCORE',e.ready,b),redis.call('ZSCORE',e.failed,b)if P=='r'then fm(a,e.ready,b,K)elseif K then dG(a,'ready',b)end if P=='f'then fm(a,e.failed,b,mD)elseif mD then dG(a,'failed',b)end if K and u.expiresAt~='0'then if P=='r'or P=='d'then fm(a,e.expiring,b,u.expiresAt)else dG(a,'expiring',b)end end return mD end local function cN(a,b,u,P,il,w)if P=='r'then cO(a,'ready',u.place,b,u.expiresAt)elseif P=='d'then cO(a,'delayed',cJ(w,er(u.place)),b,u.expiresAt)elseif P=='f'then cM(a,'failed',cD(a.now),b)elseif il=='k'then cM(a,'done',cD(a.now),b)end return P=='f'or il=='k'end local function fo(a,e,x,E,gL,C,iS,lJ,S)local i,gl,ol,he,li,gk={},{},{},0,false,nil local nq,G,iU,nK=dp(a,'l'),0,false,false for gt=C,#gL,4 do i[#i+1]=string.sub(gL[gt+1],19)end local gc,gm,gP=eB(x,E,i,1)local fV=redis.call('ZMSCORE',e.leased,unpack(i))for d=1,#i do local b,k,r,gt=i[d],gc[d],gm or gP[d],C+d*4-4 local il,jQ,mg,kH=unpack(gL,gt,gt+3)local nJ=k and string.sub(k,2,18)==string.sub(jQ,2,18)local P,gU,u=ol[b],'stale'if P=='W'and not nJ then P='A'end if not P and(not nJ or not string.find(k,'^[LE]'))then P,gk=fs(k,jQ,gk,e,i,d)end if not P and nq then G=G+redis.call('HSTRLEN',r,b)if dp(a,'f')then G=G+redis.call('HSTRLEN',r,'\\4'..b)end iU=iU or nK and G>32000000 end if iU then P,gU='M',nil end if not P then u=il=='c'and{expiresAt='-'}or el(k)P=not u and'U'end if not P then local gD,w P,gD,gU,w=ch(a,e,il,u,mg)ol[b],nK=gD,true if P~='r'or not u.isUnused or il=='p'then dT(a,96,a.now-1600000000000-string.sub(jQ,3,14),1)end if w then u.place=eo(er(u.place),w)end if P~='c'then cK(u,a.now,P=='f'and P or il,u.isUnused and''or kH)end local mK=(P=='c'or P=='f')and fw(a,e,r,b,k,P=='f'and u)if P=='c'and mg~=''and not mK then a.results=bK(a.results,iS[lJ],'C '..cD(a.now)..' '..mg)end if P=='c'and(mK or il=='c')then bw(a,b,'C')end if not mK then if fV[d]then dG(a,'leased',b)elseif dH(a,e,b,u,P)then li=true if P=='f'then gU=nil end end local mc=S and not fV[d]and S.leaveWaiting(a,e,b,u,P)if not mc and cN(a,b,u,P,il,w)then he=he+1 end if il=='c'then eU(a,r,b,k)else fe(a,r,'\\t'..b,dg(u,gD),k)end end end if mg~=''and(il=='c'or il=='k')then lJ=lJ+1 end if gU=='completed'then a.completed=cD(a.completed+1)elseif gU then co(a,gU,1)end gl[d]=P end return table.concat(gl),he,li,iU end local function eS(a,e,x,E,fW)local i=redis.call('ZRANGE',e.expiring,'-inf',cD(a.now),'BYSCORE','LIMIT','0',cD(fW))local iU=dK(a,x,E,i,1)local ko=0 if#i>0 then local gc,gm,gP=eB(x,E,i,1)local jH={ready=redis.call('ZMSCORE',e.ready,unpack(i)),delayed=redis.call('ZMSCORE',e.delayed,unpack(i))}if dp(a,'g')then jH.blocked=redis.call('ZMSCORE',e.blocked,unpack(i))end for d,b in ipairs(i)do local r,kw=gm or gP[d],false for A,hW in pairs(jH)do kw=kw or hW[d]end if kw then ko=ko+1 bw(a,b,'E')end if not kw or not fw(a,e,r,b,gc[d])then dG(a,'expiring',b)if kw then eU(a,r,b,gc[d])end for g,hW in pairs(jH)do if hW[d]then dG(a,g,b)end end end end if ko>0 then co(a,'expired',ko)end end return ko,#i,iU end local function eL(a,e,r,b,k,gD,jP)local u,iO=el(k),gD local kF=u and u.attempt-u.released>=tonumber(u.max)if u then cK(u,a.now,string.lower(gD),kF and jP or'')end if kF then co(a,'failed',1)if fw(a,e,r,b,k,u)then return true end cM(a,'failed',cD(a.now),b)iO=gD=='L'and'E'or'F'else cO(a,'ready',u and u.place or eo(5,0),b,u and u.expiresAt or'0')co(a,'reclaimed',1)end if u then fe(a,r,'\\t'..b,dg(u,iO),k)end dG(a,'leased',b)return kF end local function eK(a,e,x,E,fW)local i=redis.call('ZRANGE',e.leased,'-inf',cD(a.now),'BYSCORE','LIMIT','0',cD(fW))local iU,iC=dp(a,'f')and dK(a,x,E,i,1),0 if#i>0 then local gc,gm,gP=eB(x,E,i,1)for d=1,#i do if eL(a,e,gm or gP[d],i[d],gc[d],'L','\"lease expired\"')then iC=iC+1 end end end return#i,iC,iU end local function et(a,e,fW)local gN=redis.call('ZRANGE',e.delayed,'-inf',dB(a.now),'BYSCORE','LIMIT','0',cD(fW),'WITHSCORES')for d=1,#gN,2 do local K=eq(gN[d+1])cM(a,'ready',K,gN[d])dG(a,'delayed',gN[d])end a.readied=a.readied+#gN/2 return#gN/2 end local function ea(a,e)local o=aZ for A,g in ipairs({'leased','delayed','expiring',dp(a,'c')and'slots'or nil})do local t=redis.call('ZRANGE',e[g],'0','0','WITHSCORES')[2]if t and g=='delayed'then t=fz(t)end if g=='slots'then a.isSlotDue=t and t-a.now<=0 end if t and t-o<0 then o=t end end return cD(o)end local function dt(a,b)if not a.isFinished then a.isFinished={}for A,oW in ipairs(a.finished)do a.isFinished[oW]=true end end return a.isFinished[b]end local function dF(a,e,x,E,kR,iR,iX)local Q,iF,C,kO,hS,hu,lP local V,iE,hi,lk=0,0,0,false local nh local om,nl,kW=nil,0,0 local pL,oo=' '..kR.max..' 0','\\n'..kR.worker repeat local i if iX then i=iX elseif iE==0 then i=redis.call('ZRANGE',e.ready,'0',kR.count)else i=redis.call('ZRANGE',e.ready,cD(iE),cD(iE+iR-V))end local G,fR=#i,iR-V hu=G>fR if hu then G=fR end if dp(a,'l')and(G>1 or iE>0)then local lp=cw(x,E,i,G,hi)if lp==0 and iE==0 then lp=1 end lk=lp<G G=lp hu=hu or lk end for d=#i,G+1,-1 do i[d]=nil end if G>0 then local L,gm,gP,I if G==1 then local q=cb(i[1])gm,I=x[E+q],{i[1],'\\t'..i[1]}L=redis.call('HMGET',gm,I[1],I[2])else L,gm,gP,I=eB(x,E,i,2)end local f=nil if gm and a.oneHash==gm then f=a.oneWrite end if not hS then kO=a.now+kR.duration hS=cD(kO)end for d=1,G do local b,gE,u=i[d],L[d*2-1],L[d*2]local r,gK,kk,md=gm or gP[d],'0',nil,pL if gE and string.byte(gE,17)~=58 then local q,ii=string.match(gE,'^(%d+)([^:]*)')if#(q or'')~=16 then kk,ii=eo(5,0),''end gK=string.match(ii,' x(%d+)')or gK md=' '..(string.match(ii,' m(%d+)')or kR.max)..' '..gK end if not e.delayed and(not gE or gK~='0')then lP=true end if not e.delayed and u and a.finished and string.byte(u)==76 then local oX=dt(a,b)lP=lP or oX end if e.delayed and(not gE or gK~='0'and gK-a.now<=0)then if gE then hi=hi+#gE end local nN=gE and dp(a,'f')and redis.call('HEXISTS',r,'\\4'..b)==1 if nN and iX then a.overtaken=bK(a.overtaken,b,u)elseif nN then local nY=redis.call('ZSCORE',e.ready,b)cM(a,'delayed',cJ(nY%900000000000000,er(nY)),b)dR(a,0)else eU(a,r,b,u)dG(a,'expiring',b)if gE then co(a,'expired',1)bw(a,b,'E')end end elseif gE then V=V+1 if e.delayed and gK~='0'then dG(a,'expiring',b)end local w,hz=a.tick+V,nil if G==1 then hz=string.format('%015d',w)else local gv=w%100 if gv==0 or not nh then nh=string.format('%013d',(w-gv)/100)end hz=nh..dE(gv)end local v,J,N,K=b,I[d*2],nil,kk or string.sub(gE,1,16)if u then local jW,oF,nZ,ki,D=string.match(u,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')jW,D=cD((jW or 0)+1),D or'\\n'v=jW..'\\t'..b N='L '..hz..' '..jW..' '..(oF or'0')..' '..(nZ or K)..md..(ki or'')..oo..D if string.byte(u)==76 or string.find(D,'\\n[gbw] [^\\n]*$')then K=nil else K=nZ or K end a.histories=bJ(a.histories,'H'..D)else N='L '..hz..' 1 0 '..K..md..oo..'\\n'a.runsMore=(a.runsMore or 0)+1 end if K then local mS=string.sub(K,1,13)if mS~=om then if kW>0 then dT(a,64,nl,kW)end nl=a.now-1600000000000-(tonumber(mS)or 0)%900000000000 om,kW=mS,0 end kW=kW+1 end if u and#N<=#u then fe(a,r,J,N,u)else if u then fm(a,r,J,u)end if gm then f=bK(f,J,N)else fH(a,r,J,N)end end if V==1 then Q,iF,C,a.to.leased=v,gE,hz,{hS,b}else if V==2 then Q,iF={Q},{iF}end Q[V],iF[V]=v,gE ev(a.to.leased,hS,b)end hi=hi+#gE a.lastTick=hz end end if gm and f then if not a.oneWrite or a.oneHash==gm then a.oneHash,a.oneWrite=gm,f else for gt=1,#f,2 do fH(a,gm,f[gt],f[gt+1])end end end end iE=iE+G until lP or not hu or lk or V>=iR or iE-V>=1000 if kW>0 then dT(a,64,nl,kW)end if iE>0 and not iX then a.popped=iE==1 and'0'or cD(iE-1)end if V>0 then a.tick=a.tick+V a.leased=cD(a.leased+V)if kO-a.due<0 then a.due=hS end if V>15 then ev(a.to.leased,'+inf',bc)a.isLong=true end end return Q,iF,V,C,hS,hu,lP end local function fB(a,e,x,E,jM,fW)local jS,iJ={string.match(jM,'^(%S+) (%S+) (%S+) (%S+)')},math.min(1000,fW)local i,kV,ha,kN,hu,iV={},{},0,0,false,false for gs,g in ipairs({'done','failed'})do local ks,he,gT=tonumber(jS[gs*2-1]),tonumber(jS[gs*2]),{}if ks then gT=redis.call('ZRANGE',e[g],'-inf',cD(a.now-ks),'BYSCORE','LIMIT','0',cD(iJ))end local gI=#(a.to[g]or{})/2 kN=kN+gI if he then local G=redis.call('ZCARD',e[g])local km=G+gI-he iV=iV or km>G if km>#gT then gT=redis.call('ZRANGE',e[g],'0',cD(math.min(km,iJ)-1))end end hu=hu or#gT>=iJ for d=1,#gT do i[#i+1]=gT[d]kV[#i]=g end end if#i>0 then local iU=dK(a,x,E,i,kN+1)hu=hu or iU local kg={}for A,g in ipairs({'ready','delayed','leased'})do for d,t in ipairs(redis.call('ZMSCORE',e[g],unpack(i)))do kg[d]=kg[d]or t end end if dp(a,'g')then for d,t in ipairs(redis.call('ZMSCORE',e.blocked,unpack(i)))do kg[d]=kg[d]or t end end local gc,gm,gP=eB(x,E,i,1)for d=1,#i do local b,lN=i[d],kV[d]=='failed'dG(a,kV[d],b)if not kg[d]then ha=ha+1 eU(a,gm or gP[d],b,gc[d])bw(a,b,lN and'F'or'C')if lN then co(a,'purged',1)end end end end return ha,hu,iV end local function de(a,gl,Q,V,hz,hS,hu)if V>1 then Q=table.concat(Q,'\\n')end return gl..'\\n- '..hS..(hu and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..hz..'\\n'..Q end local function di(a,gl,gN,hu)return gl..'\\n'..cD(a.now)..(hu and' - 1 'or' - 0 ')..gN..' -'..a.flags..' -'end local function fD(a,m,iF,V)if not iF then return'ok\\n'..m end if V==1 and not a.histories and#iF<4000 then return'ok\\n'..m..'\\n\\n'..iF end if V==1 then iF={iF}end table.insert(iF,1,'ok\\n'..m)if a.histories then for A,jY in ipairs(a.histories)do iF[#iF+1]=jY end end return iF end local aq='-1001'local function ee(lA,jI,gd)if jI~=''and redis.pcall('ZADD',lA,cD(gd),jI)==1 then redis.call('ZREMRANGEBYRANK',lA,'0',aq)end end ",
    $isRegistered,
    "local function fk(e,s,iz,S)local x,E,gL,jM,lM=iz.jobs,iz.offset,iz.items,iz.policy,iz.heartbeat local lR=iz.lease local a=dZ(e.meta)local hs=eg(a,s)if hs then return hs end local iN=dp(a,'g')if iN and not S then return'grouped'end a.frees=true local lj=false if S and not a.isNew then local j lj,j=S.adoptLimits(a,e,x,E,iz.limits)if j then return j end S.releaseMore(a,e,x,E)iN=dp(a,'g')end local ng,lS,ln=gL[iz.first]~=nil,lR.count~='0',a.now-a.due>=0 local iR=dp(a,'p')and 0 or tonumber(lR.count)local v=dr(a)local gl,m,iF,V,hT,km='-',nil,nil,0,false,0 local function lg()if iN then S.arrange(a,e,x,E)end end local function kt(iB,gn)local j local nr=ng or V>0 or s.number~='0'da(a)if iB then j=ci(a,e,s,nr and gn)end if j then fc(a,v)else fE(a,e)v=dr(a)if gn and iB then a.before=s.number..'\\n'..gn end m=gn or m end fa(a)return j end local function ok()local A,he,li,iU,iV gl,he,li,iU=fo(a,e,x,E,gL,iz.first,iz.results,iz.firstResult,S)if a.results then a.resultTtl=string.match(jM,'%S+$')end if he>0 and not li then A,A,iV=fB(a,e,x,E,jM,he*2+8)end km=(iV or li)and he or 0 if iU then lS=false end lg()return not a.isNew or string.find(gl,'%l')~=nil end local function oT()local f=a.overtaken or{}for d=1,#f,2 do local r=cb(f[d])fw(a,e,x[E+r],f[d],f[d+1])a.lastTick=nil bw(a,f[d],'E')co(a,'expired',1)end end local function pn(iB,mF)local Q,hz,hS,hu if ln then a.due=ea(a,e)iB=not a.isNew hu=a.now-a.due>=0 end if iR>0 then if iN then local iX,nw,lY=S.choose(a,e,x,E,iR)if iX[1]then Q,iF,V,hz,hS=dF(a,e,x,E,lR,iR,iX)end if V>0 then Q=S.addMembers(a,Q,V)end for d,b in ipairs(iX)do dG(a,nw[d],b)end oT()hu=lY iB=iB or iX[1]or a.from.ready a.readied=math.max(0,a.readied-V)lg()else Q,iF,V,hz,hS,hu=dF(a,e,x,E,lR,iR)end hu=hu or a.now-a.due>=0 hT=not hu end if not a.isNew and(V==0 or lM~='')then local pj=by(a)iB=iB or pj or ng or s.number~='0'end if V>0 then return true,de(a,gl,Q,V,hz,hS,hu)end local gN=mF and a.due or ea(a,e)if a.limitedUntil and a.limitedUntil-gN<0 then gN=cD(a.limitedUntil)end return iB or a.popped,di(a,gl,gN,hu)end local function nR(iB,mF)local pf,gn=pn(iB,mF)local j=kt(pf,gn)if j then V,iF,hT=0,nil,false end return j end local function on(q)if q==0 then return end fB(a,e,x,E,jM,q*2+8)lg()kt(a.from.done or a.from.failed)end local function mA(P)if m then m=string.gsub(m,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1'..P)end end local ph=lS if ng then local iB,j=ok(),nil if lS and not ln and not iN and a.readied==0 and not a.from.ready then lS=false j=nR(iB,true)if j then iB=ok()end end if not m then j=kt(iB,di(a,gl,'-',ph))if j then return j end end end if lS then if ln then local mG=math.min(1000,10+iR*2)local A,L=eS(a,e,x,E,mG)lg()kt(L>0)local nu,iC=eK(a,e,x,E,mG)local b,iV if iC>0 then b,b,iV=fB(a,e,x,E,jM,iC*2+8)end lg()local j=kt(nu>0)if iV and not j then on(iC)end local mv=et(a,e,mG)lg()kt(mv>0)end local j=nR(false,false)if not m then return j end end on(km)if not iN then a.readied=a.readied-V end local mJ,iH=a.readied>0 or a.sooner,false if mJ then iH=dq(a)elseif hT and(V>0 or ln)then iH=dp(a,'h')end if iH then fC(a,hT)end if lM~=''and not a.isNew then if lM=='p'then redis.pcall('HSET',e.meta,'policy',jM)end ee(e.workers,string.match(lR.worker,'^[^\\31]*'),a.now)fh(a,e,120000,10000)if not dy(a)then mA('u')end if lj then mA('v')end end if a.isSlotDue then mA('t')end return fD(a,m or di(a,gl,'-',false),iF,V)end return fk(e,s,{jobs=x,offset=18,results=iS,firstResult=35,lease=kR,policy=jM,heartbeat=lM,items=gL,first=11,limits=jS},{adoptLimits=bI,arrange=bP,choose=cg,addMembers=bA,leaveWaiting=dJ,releaseMore=eR})",
  ],
);
